import { platformErrors } from '../../bff/src/contract/platform-errors.ts';
import { status } from '../../bff/src/contract/calls/status.ts';
import { limits } from '../../bff/src/contract/constants.ts';

/** What the foundation itself brings, by name. Whatever the contract or the table of screens holds beyond it is the product's. */
export const platformFacts: Readonly<
  Record<'screens' | 'roles' | 'calls' | 'errors' | 'constants', readonly string[]>
> = {
  screens: ['/'],
  roles: ['anonymous'],
  calls: Object.keys(status),
  errors: Object.keys(platformErrors),
  constants: ['API_PATH', ...Object.keys(limits)],
};
