import type { calls } from './calls/all.ts';
import type { errors } from './errors.ts';
import type { permissionsOf } from './permissions.ts';

/** Types of the application's handlers. An interface, so that the compiler's messages show its name. */
export interface Contract {
  readonly calls: typeof calls;
  readonly errors: typeof errors;
  readonly permissionsOf: typeof permissionsOf;
}
