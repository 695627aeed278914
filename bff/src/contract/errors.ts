import { defineErrors, type ProblemOf } from './kit/error-catalogue.ts';
import { platformErrors } from './kit/platform-errors.ts';

/**
 * Point 8: the catalogue of errors. For each code its HTTP status (RFC 9110, section 15), a title that never changes, a detail for people
 * and, as `extensions`, the fields of its own. Every error response is one of these, as a problem (RFC 9457).
 */
export const errors = defineErrors({
  ...platformErrors,
});

export type ErrorCode = keyof typeof errors;

export type Problem<Code extends ErrorCode = ErrorCode> = ProblemOf<typeof errors, Code>;
