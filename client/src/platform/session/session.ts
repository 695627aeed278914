import { messages } from '#messages/platform/screens.ts';
import { CallError } from '#platform/api/call-error.ts';
import { permissionsOf, type Role } from '@web/bff/contract/permissions';

/** The role of the person who uses this browser. Sign-in is filled in here, and by `authenticate` in the BFF's `main.ts`. */
export const currentRole = (): Role => 'anonymous';

/** Hides screens that a person may not use. The BFF alone decides, with every call. */
export const may = (permission: string): boolean =>
  (permissionsOf[currentRole()] as readonly string[]).includes(permission);

/** The error for a screen that the person's role may not see. */
export const notAllowed = () =>
  new CallError({
    code: 'not-allowed',
    status: 403,
    ...messages.notAllowed,
  });
