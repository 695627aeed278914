import { BASE_PATH } from '../constants.ts';

/** The path of every call begins with this. */
export const API_PATH = `${BASE_PATH}/api`;
