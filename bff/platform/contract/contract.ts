import type { calls } from './product/calls.ts';
import type { errors } from './product/errors.ts';
import type { permissionsOf } from './product/permissions.ts';

/** Types of the application's handlers. An interface, so that the compiler's messages show its name. */
export interface Contract {
  readonly calls: typeof calls;
  readonly errors: typeof errors;
  readonly permissionsOf: typeof permissionsOf;
}
