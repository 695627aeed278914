import type { calls } from './product/calls.ts';
import type { errors } from './product/errors.ts';
import type { permissionsOf } from './product/permissions.ts';

/**
 * The parts of the contract from which handlers get their types. An interface, because compile errors print an interface's name instead of its
 * members.
 */
export interface Contract {
  readonly calls: typeof calls;
  readonly errors: typeof errors;
  readonly permissionsOf: typeof permissionsOf;
}
