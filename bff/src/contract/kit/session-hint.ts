import { BASE_PATH } from '../constants.ts';

/**
 * The name of the readable cookie that says, without identity, that this browser may have a session: then the document makes calls that need
 * one. The BFF alone decides, with every call.
 */
export const sessionHint = (): string => `${BASE_PATH.slice(1).replaceAll('/', '-')}-signed-in`;
