import { errors } from './product/errors.ts';
import { failWith, type Fail } from './app-error.ts';

/** Throws an error of the catalogue, in upstream clients and services. A handler's own `fail` accepts only the codes that its call declares. */
export const fail: Fail<typeof errors, 'bff/src/contract/errors.ts', keyof typeof errors> = failWith(errors);
