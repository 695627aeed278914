import { status } from './status.ts';

/** Every call of the application. A feature adds its calls here. */
export const calls = { ...status };
