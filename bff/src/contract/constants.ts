import type { Limits } from '#platform/contract/platform-limits.ts';

/** Point 9: base path of the whole application, with a leading slash and without a trailing one. */
export const BASE_PATH = '/web';

/** Point 9: overrides of `platform/contract/platform-limits.ts`, such as `BODY_BYTES: 2_000_000`. */
export const limits: Partial<Limits> = {};
