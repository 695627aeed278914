import type * as english from '#platform/messages/deferred.ts';

export const errorScreens: typeof english.errorScreens = {
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

export const sessionEnd: typeof english.sessionEnd = {
  title: 'Ihre Sitzung ist beendet',
  advice:
    'Melden Sie sich in einem neuen Tab erneut an, und machen Sie hier weiter. Ihre Eingaben bleiben; was gerade gesendet wurde, senden Sie bitte noch einmal.',
  again: 'Erneut anmelden (neuer Tab)',
  notNow: 'Nicht jetzt',
  endsAt: (time) => `Sie werden um ${time} Uhr abgemeldet.`,
  stay: 'Angemeldet bleiben',
};

export const files: typeof english.files = {
  failedRows: (count) => `Zeilen mit Fehlern: ${count}`,
  moreRows: (count) => `und ${count} weitere`,
  table: { caption: 'Fehler je Zeile', row: 'Zeile', error: 'Was nicht stimmt' },
  row: (number) => `Zeile ${number}`,
  noPreview: (file) =>
    `„${file}“ kann nicht angezeigt werden. Es ist kein Bild, ist beschädigt oder hat ein Format, das dieser Browser nicht kennt.`,
};
