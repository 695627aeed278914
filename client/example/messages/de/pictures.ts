import type { messages as english } from '#messages/pictures.ts';

export const messages: typeof english = {
  heading: 'Bild',
  none: 'Diese Notiz hat kein Bild.',
  save: 'Bild speichern',
  change: 'Bild ändern',
  cancel: 'Abbrechen',
  caption: 'Bildunterschrift',
  picture: 'PNG-Datei',
  send: 'Bild senden',
  sending: 'Das Bild wird gesendet …',
};
