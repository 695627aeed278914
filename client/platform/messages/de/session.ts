import type * as english from '#platform/messages/session.ts';

export const sessionScreens: typeof english.sessionScreens = {
  signIn: 'Anmelden',
  signedIn: 'Sie sind angemeldet',
  signedInAs: (name) => (name ? `Sie sind als ${name} angemeldet` : 'Sie sind angemeldet'),
  otherUser:
    'Als dieser Tab geöffnet wurde, war jemand anderes angemeldet. Was diese Person speichern wollte, wurde nicht gespeichert. Ihre Eingaben in diesem Tab bleiben, bis sie sich wieder anmeldet, und niemand sonst sieht sie.',
  signedOut: 'Sie sind abgemeldet',
  kept: 'Ihre Eingaben in diesem Tab sind für Sie aufgehoben. Melden Sie sich wieder an, um damit weiterzumachen.',
  goOn: 'Weiter',
  tryAgain: 'Erneut versuchen',
  tryOther: 'Anderes Konto verwenden',
  home: 'Zur Startseite',
  done: 'Angemeldet. Sie können diesen Tab schließen.',
  problems: {
    refused: ['Sie wurden nicht angemeldet', 'Die Anmeldung wurde abgebrochen oder abgelehnt.'],
    'no-role': [
      'Sie haben hier keine Rolle',
      'Ihr Konto ist bekannt, darf diese Anwendung aber nicht benutzen.',
    ],
    expired: ['Das hat zu lange gedauert', 'Die Anmeldung ist abgelaufen. Bitte beginnen Sie noch einmal.'],
    provider: [
      'Sie konnten nicht angemeldet werden',
      'Der Anmeldedienst hat einen Fehler gemeldet. Bitte versuchen Sie es erneut.',
    ],
    'provider-unavailable': [
      'Sie können sich zurzeit nicht anmelden',
      'Der Anmeldedienst antwortet nicht. Bitte versuchen Sie es später erneut.',
    ],
    cookies: [
      'Die Anmeldung hat nicht geklappt',
      'Sie braucht Cookies. Erlauben Sie sie für diese Seite, oder löschen Sie die vorhandenen, und versuchen Sie es dann erneut.',
    ],
    'too-many': [
      'Zu viele Versuche',
      'Bitte warten Sie bis zu 15 Minuten, und versuchen Sie es dann erneut.',
    ],
    unavailable: [
      'Sie können sich zurzeit nicht anmelden',
      'Die Anwendung antwortet nicht. Bitte versuchen Sie es später erneut.',
    ],
    'not-configured': [
      'Niemand kann sich anmelden',
      'Die Anwendung hat keinen Anmeldedienst, oder er hat Sie nicht genannt. Bitte melden Sie das.',
    ],
  },
};

export const roles: string = 'Wählen Sie eine Rolle';
