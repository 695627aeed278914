import type { messages as english } from '#messages/overview.ts';

export const messages: typeof english = {
  lead: 'Jeder Abschnitt lädt für sich.',
  counts: 'Notizen nach Zustand',
  activity: 'Änderungen in den letzten sieben Tagen',
  latest: 'Zuletzt geändert',
  tip: 'Tipp des Tages',
  loading: 'Lädt …',
};
