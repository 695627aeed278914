import { SESSION_SCREEN } from '@web/bff/platform/contract/session/session-state';
import { messages } from '#messages/platform/session-menu.ts';
import type { AnyScreen } from '../routing/screen.ts';

/** The platform's sign-in screen, which also shows sign-in errors. Added if the contract declares a session. */
export const sessionScreens: readonly AnyScreen[] = [
  { path: SESSION_SCREEN, title: messages.signIn, load: () => import('./session-screen.tsx') },
];
