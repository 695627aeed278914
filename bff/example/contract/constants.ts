import type { Limits } from '#platform/contract/platform-limits.ts';

/** Base path of the whole application, with a leading slash and without a trailing one (specification, point 9). */
export const BASE_PATH = '/web';

/** Overrides of `platform/contract/platform-limits.ts`, such as `BODY_BYTES: 2_000_000` (specification, point 9). */
export const limits: Partial<Limits> = {};
