import { errors } from './product/errors.ts';
import { AppError, failWith, type Fail } from './app-error.ts';
import type { Extensions } from './error-catalogue.ts';

/**
 * Throws an error of the catalogue. Use it in upstream clients and services. In handlers, `context.fail` accepts only the codes that the call
 * declares.
 */
export const fail: Fail<typeof errors, 'bff/src/contract/errors.ts', keyof typeof errors> = failWith(errors);

type Caught<Code extends keyof typeof errors> = AppError & {
  readonly code: Code;
  readonly extensions: Extensions<typeof errors, Code>;
};

/** True for the catalogue's error `code`. Types its extensions: `if (isError(error, 'note-changed')) return error.extensions.current`. */
export const isError = <Code extends keyof typeof errors>(
  error: unknown,
  code: Code,
): error is Caught<Code> => error instanceof AppError && error.code === code;
