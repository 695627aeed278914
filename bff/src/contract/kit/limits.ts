import { limits as ofProduct } from '../constants.ts';
import { type Limits, platformLimits } from './platform-limits.ts';

/** The limits that hold: the platform's, and those of the product in their place. */
export const limits: Limits = { ...platformLimits, ...ofProduct };
