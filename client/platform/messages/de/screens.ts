import type { messages as english } from '#platform/messages/screens.ts';

export const messages: typeof english = {
  skip: 'Zum Inhalt springen',
  loading: 'Wird geladen',
  broken: {
    heading: 'Diese Seite konnte nicht angezeigt werden',
    reload: 'Neu laden',
  },
  notAllowed: {
    title: 'Nicht erlaubt',
    detail: 'Für diese Seite brauchen Sie eine andere Rolle.',
  },
};
