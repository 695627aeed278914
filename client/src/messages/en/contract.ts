import type { ErrorCode } from '@web/bff/contract/errors';
import type { PlatformCode } from '@web/bff/contract/kit/platform-errors';
import type { ProblemText } from '#messages/platform/catalogue.ts';

type ProductCode = Exclude<ErrorCode, PlatformCode>;

/** The contract has these texts in the first language. Another language has its own here, by the code of the product's error. */
export const problems = {} as Readonly<Record<ProductCode, ProblemText>>;

/** The same for what `rule(…)` and `message` say in the contract, by that text. */
export const rules: Readonly<Record<string, string>> = {};
