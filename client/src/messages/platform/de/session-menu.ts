import type { messages as english } from '#messages/platform/session-menu.ts';

export const messages: typeof english = {
  signIn: 'Anmelden',
  signOut: 'Abmelden',
};
