import type { messages as english } from '#messages/platform/forms.ts';

export const messages: typeof english = {
  summary: 'Etwas stimmt noch nicht:',
  remove: (item) => `${item} entfernen`,
  step: (number, count, title) => `Schritt ${number} von ${count}: ${title}`,
  back: 'Zurück',
  next: 'Weiter',
};
