export { type ErrorCode, errors, type Problem } from '../../errors.ts';
