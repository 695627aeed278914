import type { titles as english } from '#messages/titles.ts';

export const titles: typeof english = {
  navigation: 'Hauptmenü',
  language: 'Sprache',
  purpose: 'Sammelt die Notizen eines Teams, und zeigt sie denen, die sie angehen.',
  footer: 'Ein Beispiel. Seine Notizen sind erfunden, und nach einem Neustart verschwunden.',
  notes: 'Notizen',
  newNote: 'Neue Notiz',
  note: 'Notiz',
  noteChange: 'Notiz ändern',
  imports: 'Import',
  export: 'Export',
  overview: 'Übersicht',
  handbook: 'Handbuch',
};
