import type { messages as english } from '#messages/exports.ts';

export const messages: typeof english = {
  start: 'Exportieren',
  starting: 'Beginnt …',
  running: 'Die Notizen werden in eine Datei geschrieben. Sie können diese Seite verlassen und wiederkommen.',
  finished: 'Die Datei ist fertig.',
  progress: (done, total) => `${done} von ${total} Notizen`,
  download: 'Datei speichern',
  gone: 'Diesen Export gibt es nicht mehr. Exportieren Sie die Notizen noch einmal aus der Liste.',
};
