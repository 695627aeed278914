import { messages } from '#messages/platform/screens.ts';
import { CallError } from '#platform/api/call-error.ts';
import { permissionsOf, roleInBrowser } from '@web/bff/contract/permissions';

/** Hides screens that a person may not use. The BFF alone decides, with every call. */
export const may = (permission: string): boolean =>
  (permissionsOf[roleInBrowser] as readonly string[]).includes(permission);

/** The error for a screen that the person's role may not see. */
export const notAllowed = () =>
  new CallError({
    code: 'not-allowed',
    status: 403,
    ...messages.notAllowed,
  });
