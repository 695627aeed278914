import { SESSION_SCREEN } from '@web/bff/contract/kit/session/session-state';
import { messages } from '#messages/platform/session-menu.ts';
import type { AnyScreen } from '../routing/screen.ts';

/** The platform's own screen: signing in, and what went wrong with it. Part of the table if the contract declares a session. */
export const sessionScreens: readonly AnyScreen[] = [
  { path: SESSION_SCREEN, title: messages.signIn, load: () => import('./session-screen.tsx') },
];
