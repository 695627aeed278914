import type { calls } from './calls/all.ts';
import type { errors } from './errors.ts';
import type { permissionsOf } from './permissions.ts';

/** What the application's handlers are typed by. An interface, so that the compiler's messages show its name. */
export interface Contract {
  readonly calls: typeof calls;
  readonly errors: typeof errors;
  readonly permissionsOf: typeof permissionsOf;
}
