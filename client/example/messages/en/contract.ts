import type { ErrorCode } from '@web/bff/contract/errors';
import type { PlatformCode } from '@web/bff/platform/contract/platform-errors';
import type { ProblemText } from '#platform/messages/first-load.ts';

type ProductCode = Exclude<ErrorCode, PlatformCode>;

/** Translated texts of the product's errors by code. Empty in the first language, whose texts are in the contract. */
export const problems = {} as Readonly<Record<ProductCode, ProblemText>>;

/** Translations of the texts in `rule(…)` and `message`. The key is the text in the contract. */
export const rules: Readonly<Record<string, string>> = {};
