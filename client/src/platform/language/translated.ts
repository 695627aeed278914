import type { ErrorCode } from '@web/bff/contract/errors';
import { problems, rules } from '#messages/contract.ts';
import { type ProblemText, problems as platformProblems } from '#messages/platform/catalogue.ts';

/** A problem of the BFF or of nginx, with the texts that the document's language has for its code. */
export const translatedProblem = <P extends ProblemText & { readonly code: string }>(problem: P): P => ({
  ...problem,
  ...{ ...platformProblems, ...problems }[problem.code as ErrorCode],
});

/** A text that the contract has for a rule or a keyword, in the document's language. */
export const translatedRule = (text: string): string => rules[text] ?? text;
