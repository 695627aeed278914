import { BASE_PATH } from './product/constants.ts';

export const API_PATH = `${BASE_PATH}/api`;
