import { messages } from '#platform/messages/screens.ts';
import { CallError } from '#platform/api/call-error.ts';
import { permissionsOf, type Role } from '@web/bff/contract/permissions';

/** The role of whoever uses this browser. Sign-in will be filled in here, as it will in the BFF's `platform/session.ts`. */
export const currentRole = (): Role => 'anonymous';

/** Spares people screens that would refuse them; what they may do, the BFF alone decides, with every call. */
export const may = (permission: string): boolean =>
  (permissionsOf[currentRole()] as readonly string[]).includes(permission);

/** For a screen that is not for the role of whoever asks for it. */
export const notAllowed = () =>
  new CallError({
    code: 'not-allowed',
    status: 403,
    ...messages.notAllowed,
  });
