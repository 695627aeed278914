import { SESSION_SCREEN } from '@web/bff/platform/contract/session/session-state';
import { sessionMenu as messages } from '#platform/messages/first-load.ts';
import type { AnyScreen } from '#platform/routing/screen.ts';

/** The platform's sign-in screen, which also shows sign-in errors. Added if the contract declares a session. */
export const sessionScreens: readonly AnyScreen[] = [
  { path: SESSION_SCREEN, title: messages.signIn, load: () => import('./session-screen.tsx') },
];
