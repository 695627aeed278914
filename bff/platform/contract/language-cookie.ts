import { BASE_PATH } from './product/constants.ts';

/** Name of the cookie with the language that the user has chosen. Scripts can read the cookie. */
export const languageCookie = (): string => `${BASE_PATH.slice(1).replaceAll('/', '-')}-language`;
