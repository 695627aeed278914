import { platformErrors } from '@web/bff/contract/kit/platform-errors';
import { status } from '@web/bff/contract/calls/status';
import { limits } from '@web/bff/contract/constants';

/** What the foundation itself brings, by name. Whatever the contract or the table of screens holds beyond it is the product's. */
export const platformEntries: Readonly<
  Record<'screens' | 'roles' | 'calls' | 'errors' | 'constants', readonly string[]>
> = {
  screens: ['/'],
  roles: ['anonymous'],
  calls: Object.keys(status),
  errors: Object.keys(platformErrors),
  constants: ['API_PATH', ...Object.keys(limits)],
};
