import type { messages as english } from '#messages/platform/session-end.ts';

export const messages: typeof english = {
  title: 'Ihre Sitzung ist beendet',
  advice:
    'Melden Sie sich erneut an, um dort weiterzumachen, wo Sie waren. Ihre Eingaben bleiben hier; was gerade gesendet wurde, senden Sie bitte noch einmal.',
  again: 'Erneut anmelden',
  notNow: 'Nicht jetzt',
  blocked: 'Der Browser hat kein Fenster geöffnet.',
  blockedWithInput:
    'Der Browser hat kein Fenster geöffnet. Wenn Sie sich auf dieser Seite anmelden, gehen Ihre Eingaben verloren.',
  here: 'Auf dieser Seite anmelden',
  endsAt: (time) => `Sie werden um ${time} Uhr abgemeldet.`,
  stay: 'Angemeldet bleiben',
  signOutFailed: 'Sie konnten nicht abgemeldet werden. Bitte versuchen Sie es erneut.',
};
