import type { ErrorCode } from '@web/bff/platform/contract/product/errors';
import { problems, rules } from '#platform/product/messages.ts';
import { type ProblemText, problems as platformProblems } from '#platform/messages/first-load.ts';

export const translatedProblem = <P extends ProblemText & { readonly code: string }>(problem: P): P => ({
  ...problem,
  ...{ ...platformProblems, ...problems }[problem.code as ErrorCode],
});

/** Translates a validation message of the contract. */
export const translatedRule = (text: string): string => rules[text] ?? text;
