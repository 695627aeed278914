import type { messages as english } from '#platform/messages/session-end.ts';

export const messages: typeof english = {
  title: 'Ihre Sitzung ist beendet',
  advice:
    'Melden Sie sich in einem neuen Tab erneut an, und machen Sie hier weiter. Ihre Eingaben bleiben; was gerade gesendet wurde, senden Sie bitte noch einmal.',
  again: 'Erneut anmelden (neuer Tab)',
  notNow: 'Nicht jetzt',
  endsAt: (time) => `Sie werden um ${time} Uhr abgemeldet.`,
  stay: 'Angemeldet bleiben',
  signOutFailed: 'Sie konnten nicht abgemeldet werden. Bitte versuchen Sie es erneut.',
};
