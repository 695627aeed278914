import { status } from './status.ts';

/** Calls of the application. A feature adds its calls here. */
export const calls = { ...status };
