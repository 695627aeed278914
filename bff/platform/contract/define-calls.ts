import { callsFor } from './call.ts';
import type { errors } from './product/errors.ts';
import type { permissionsOf } from './product/permissions.ts';

/** Type-checks a feature's calls against the catalogue and the roles, and preserves their exact types. */
export const defineCalls = callsFor<typeof errors, typeof permissionsOf>();
