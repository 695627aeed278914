import type * as english from '#platform/messages/tables.ts';

export const selection: typeof english.selection = {
  all: 'Alle auf dieser Seite auswählen',
  one: (name) => `${name} auswählen`,
  chosen: (count) => `${count} ausgewählt`,
  clear: 'Auswahl aufheben',
};
