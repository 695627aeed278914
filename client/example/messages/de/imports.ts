import type { messages as english } from '#messages/imports.ts';

export const messages: typeof english = {
  lead: 'Eine Zeile hat einen Titel, einen Text, einen ersten und einen letzten Tag, mit Strichpunkten dazwischen. Ein Tag sieht aus wie 2026-05-03.',
  file: 'CSV-Datei',
  onlyValid: 'Ungültige Zeilen überspringen',
  columns: { title: 'Titel', text: 'Text', shownFrom: 'Gezeigt ab', shownUntil: 'Gezeigt bis' },
  submit: 'Notizen hinzufügen',
  pending: 'Die Notizen werden hinzugefügt …',
  added: (count) => (count === 1 ? '1 Notiz ist hinzugefügt.' : `${count} Notizen sind hinzugefügt.`),
};
