import type { problems as english } from '#messages/contract.ts';

export const problems: typeof english = {
  'note-changed': { title: 'Notiz geändert', detail: 'Jemand anders hat diese Notiz inzwischen geändert.' },
  'note-title-taken': { title: 'Titel vergeben', detail: 'Es gibt schon eine Notiz mit diesem Titel.' },
  'note-without-text': {
    title: 'Notiz ohne Text',
    detail: 'Schreiben Sie einen Text, bevor Sie die Notiz veröffentlichen.',
  },
};

export const rules: Readonly<Record<string, string>> = {
  'A note needs a title.': 'Eine Notiz braucht einen Titel.',
  'The last day must be after the first.': 'Der letzte Tag muss nach dem ersten liegen.',
  'Another row of the file has this title.': 'Eine andere Zeile der Datei hat diesen Titel.',
};
