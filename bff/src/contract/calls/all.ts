import { status } from './status.ts';

/** Calls of the application. Add each feature's calls here. */
export const calls = { ...status };
