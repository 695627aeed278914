import type { problems as english } from '#messages/platform/catalogue.ts';

const AGAIN = 'Bitte versuchen Sie es noch einmal.';
const service = {
  title: 'Dienst gestört',
  detail: `Ein Dienst, der gebraucht wird, antwortet nicht. ${AGAIN}`,
};
const tooLarge = { title: 'Zu groß', detail: 'Die Anfrage ist größer als erlaubt.' };
const refused = { title: 'Abgelehnt', detail: 'So eine Anfrage nimmt diese Adresse nicht an.' };
const tooSlow = { title: 'Zu langsam', detail: `Das hat zu lange gedauert. ${AGAIN}` };

export const problems: typeof english = {
  'bad-request': refused,
  'not-signed-in': { title: 'Nicht angemeldet', detail: 'Bitte melden Sie sich an.' },
  forbidden: { title: 'Verboten', detail: 'Das dürfen Sie nicht.' },
  'cross-site-refused': refused,
  'not-found': { title: 'Nicht gefunden', detail: 'Unter dieser Adresse gibt es nichts.' },
  'method-not-allowed': refused,
  'request-timeout': tooSlow,
  'body-too-large': tooLarge,
  'address-too-long': tooLarge,
  'transition-not-allowed': { title: 'Nicht möglich', detail: 'Das geht im jetzigen Zustand nicht.' },
  'unsupported-media-type': refused,
  'invalid-content': { title: 'Ungültig', detail: 'Etwas in der Anfrage ist nicht gültig.' },
  'too-many-requests': { title: 'Zu viele Anfragen', detail: AGAIN },
  'headers-too-large': tooLarge,
  internal: { title: 'Fehler', detail: 'Bei uns ist etwas schiefgegangen.' },
  'not-implemented': { title: 'Noch nicht da', detail: 'Das gibt es noch nicht.' },
  'bad-upstream': service,
  unavailable: service,
  'deadline-exceeded': tooSlow,
  'upstream-unreachable': service,
  'upstream-refused': service,
  'upstream-invalid-reply': service,
  'upstream-broken': service,
  'upstream-overloaded': service,
  'upstream-timeout': service,
};
