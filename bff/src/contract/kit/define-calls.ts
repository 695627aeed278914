import { callsFor } from './call.ts';
import type { errors } from '../errors.ts';
import type { permissionsOf } from '../permissions.ts';

/** Checks a feature's calls against the catalogue and the roles, and keeps their exact type. */
export const defineCalls = callsFor<typeof errors, typeof permissionsOf>();
