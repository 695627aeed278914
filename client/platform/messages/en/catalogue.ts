import type { PlatformCode } from '@web/bff/platform/contract/platform-errors';

export interface ProblemText {
  readonly title: string;
  readonly detail: string;
}

/** Translated texts of the platform's errors by code. Empty in the first language, whose texts are in the contract. */
export const problems = {} as Readonly<Record<PlatformCode, ProblemText>>;
