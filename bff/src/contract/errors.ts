import { defineErrors, type ProblemOf } from '#platform/contract/error-catalogue.ts';
import { platformErrors } from '#platform/contract/platform-errors.ts';

/** Catalogue of errors (specification, point 8). Each has a status, a title that never changes, a detail for users, and extension members (RFC 9457). */
export const errors = defineErrors({
  ...platformErrors,
});

export type ErrorCode = keyof typeof errors;

export type Problem<Code extends ErrorCode = ErrorCode> = ProblemOf<typeof errors, Code>;
