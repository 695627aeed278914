import { BASE_PATH } from '../constants.ts';

/** The name of the readable cookie that holds the language that a person has chosen. */
export const languageCookie = (): string => `${BASE_PATH.slice(1).replaceAll('/', '-')}-language`;
