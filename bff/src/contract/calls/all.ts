import { status } from './status.ts';

/** Every call of the application: a feature adds its line here. */
export const calls = { ...status };
