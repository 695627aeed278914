import { limits as ofProduct } from './product/constants.ts';
import { type Limits, platformLimits } from './platform-limits.ts';

export const limits: Limits = { ...platformLimits, ...ofProduct };
