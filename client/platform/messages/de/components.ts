import type { messages as english } from '#platform/messages/components.ts';

export const messages: typeof english = {
  close: 'Schließen',
  retry: 'Noch einmal versuchen',
  stale: 'Die Anzeige ist möglicherweise veraltet.',
  empty: 'Noch nichts da',
  processing: 'Wird verarbeitet …',
  pages: 'Seiten',
  page: (page) => `Seite ${page}`,
  previousPage: 'Zurück',
  nextPage: 'Weiter',
};
