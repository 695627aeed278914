import { errors } from './product/errors.ts';
import { failWith, type Fail } from './app-error.ts';

/**
 * Throws an error of the catalogue. Use it in upstream clients and services. In handlers, `context.fail` accepts only the codes that the call
 * declares.
 */
export const fail: Fail<typeof errors, 'bff/src/contract/errors.ts', keyof typeof errors> = failWith(errors);
