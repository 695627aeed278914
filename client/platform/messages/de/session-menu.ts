import type { messages as english } from '#platform/messages/session-menu.ts';

export const messages: typeof english = {
  signIn: 'Anmelden',
  signOut: 'Abmelden',
};
