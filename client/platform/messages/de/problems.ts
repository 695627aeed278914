import type { detailOf as englishDetail, messages as english } from '#platform/messages/problems.ts';

export const messages: typeof english = {
  network: ['Keine Verbindung'],
  offline: ['Sie sind offline', 'verbinden Sie sich und versuchen Sie es noch einmal'],
  timeout: ['Keine Antwort in der Zeit'],
  cancelled: ['Abgebrochen'],
  'signed-out': ['Abgemeldet', 'laden Sie die Seite neu und melden Sie sich an'],
  'new-version': ['Neue Version', 'laden Sie die Seite neu'],
  'unexpected-response': ['Unerwartete Antwort'],
};

export const detailOf: typeof englishDetail = (title, advice) =>
  `${title}. Bitte ${advice ?? 'versuchen Sie es noch einmal'}.`;
