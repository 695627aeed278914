import { defineErrors, type ProblemOf } from './kit/error-catalogue.ts';
import { platformErrors } from './kit/platform-errors.ts';

/**
 * Point 8: the catalogue. A code, its HTTP status (RFC 9110, section 15), a title that never changes, what a person is told
 * and, as `extra`, the fields that it carries beyond. Every reply that is an error is one of these, as a problem (RFC 9457).
 */
export const errors = defineErrors({
  ...platformErrors,
});

export type ErrorCode = keyof typeof errors;

export type Problem<Code extends ErrorCode = ErrorCode> = ProblemOf<typeof errors, Code>;
