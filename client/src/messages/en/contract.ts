import type { ErrorCode } from '@web/bff/contract/errors';
import type { PlatformCode } from '@web/bff/platform/contract/platform-errors';
import type { ProblemText } from '#platform/messages/catalogue.ts';

type ProductCode = Exclude<ErrorCode, PlatformCode>;

/** Translated texts of the product's errors by code. Empty in the first language, whose texts are in the contract. */
export const problems = {} as Readonly<Record<ProductCode, ProblemText>>;

/** Translated texts of `rule(…)` and `message` by the contract's text. */
export const rules: Readonly<Record<string, string>> = {};
