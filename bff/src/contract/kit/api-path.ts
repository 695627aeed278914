import { BASE_PATH } from '../constants.ts';

export const API_PATH = `${BASE_PATH}/api`;
