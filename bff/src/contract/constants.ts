import type { Limits } from './kit/platform-limits.ts';

/** Point 9: the base path that every public address carries. It starts with a slash, ends without one, and moves the whole application. */
export const BASE_PATH = '/web';

/** Point 9: the limits in which the product differs from `kit/platform-limits.ts`, such as `BODY_BYTES: 2_000_000`. */
export const limits: Partial<Limits> = {};
