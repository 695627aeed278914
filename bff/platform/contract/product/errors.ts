export { type ErrorCode, errors, type Problem } from '#contract/errors.ts';
