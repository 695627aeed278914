import type { PlatformCode } from '@web/bff/platform/contract/platform-errors';

export interface ProblemText {
  readonly title: string;
  readonly detail: string;
}

/** Texts of the platform's errors by code. Empty in English, because the BFF sends the English texts. */
export const problems = {} as Readonly<Record<PlatformCode, ProblemText>>;
