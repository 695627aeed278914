import type { PlatformCode } from '@web/bff/contract/kit/platform-errors';

export interface ProblemText {
  readonly title: string;
  readonly detail: string;
}

/** The contract has these texts in the first language. Another language has its own here, by the error's code. */
export const problems = {} as Readonly<Record<PlatformCode, ProblemText>>;
