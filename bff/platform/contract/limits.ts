import { limits as ofProduct } from './product/constants.ts';
import { type Limits, platformLimits } from './platform-limits.ts';

/** The platform's limits, with the product's overrides. */
export const limits: Limits = { ...platformLimits, ...ofProduct };
