import type { messages as english } from '#platform/messages/forms.ts';

export const messages: typeof english = {
  summary: (count) => (count === 1 ? 'Es gibt ein Problem' : `Es gibt ${count} Probleme`),
  remove: (item) => `${item} entfernen`,
  step: (number, count, title) => `Schritt ${number} von ${count}: ${title}`,
  back: 'Zurück',
  next: 'Weiter',
  restored: 'Ihre Eingaben sind wieder da, ohne Dateien und Passwörter. Sie sind noch nicht gesendet.',
  changed:
    'Inzwischen wurde etwas geändert. Das Formular zeigt die früheren Werte; wenn Sie es speichern, kann die Änderung verloren gehen.',
  closing: 'Schließen, ohne Ihre Eingaben zu speichern?',
};
