import { BASE_PATH } from '../constants.ts';

/** Prefix of the paths of all calls. */
export const API_PATH = `${BASE_PATH}/api`;
