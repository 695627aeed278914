import type { messages as english } from '#platform/messages/files.ts';

export const messages: typeof english = {
  unreadable: 'Datei nicht lesbar',
  chooseAgain: (name) =>
    `${name === undefined ? 'Die Datei' : `„${name}“`} wurde geändert, verschoben oder gelöscht oder ist ein Ordner. Bitte wählen Sie die Datei noch einmal aus.`,
};
