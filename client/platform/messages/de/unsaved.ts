import type { messages as english } from '#platform/messages/unsaved.ts';

export const messages: typeof english = {
  leaving: 'Ihre Eingaben sind noch nicht gespeichert. Diese Seite verlassen?',
};
