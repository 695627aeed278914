import type { messages as english } from '#platform/messages/error-screens.ts';

export const messages: typeof english = {
  home: 'Zur Startseite',
  notFound: {
    title: 'Nicht gefunden',
    heading: 'Unter dieser Adresse gibt es nichts',
    advice: 'Die Adresse ist vielleicht falsch geschrieben, oder was hier war, ist umgezogen.',
  },
  broken: {
    title: 'Etwas ist schiefgegangen',
    advice: 'Vielleicht hilft es, die Seite neu zu laden. Sonst versuchen Sie es in ein paar Minuten.',
  },
  failed: {
    heading: 'Das konnte nicht geladen werden',
    retry: 'Noch einmal versuchen',
    retrying: 'Wird versucht …',
    reference: 'Wenn Sie das melden, nennen Sie',
  },
};
