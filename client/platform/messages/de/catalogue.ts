import type { problems as english } from '#platform/messages/catalogue.ts';

const SERVICE = 'Ein Dienst, der dafür gebraucht wird,';
const AGAIN = 'Bitte versuchen Sie es noch einmal.';
const SOON = 'Bitte versuchen Sie es gleich noch einmal.';

export const problems: typeof english = {
  'bad-request': { title: 'Ungültige Anfrage', detail: 'Die Anfrage war nicht zu verstehen.' },
  unauthenticated: { title: 'Nicht angemeldet', detail: 'Bitte melden Sie sich zuerst an.' },
  forbidden: { title: 'Verboten', detail: 'Das dürfen Sie nicht.' },
  'cross-site-request': {
    title: 'Fremde Anfrage abgelehnt',
    detail: 'Die Anfrage kam nicht von einer Seite dieser Anwendung.',
  },
  'not-found': { title: 'Nicht gefunden', detail: 'Unter dieser Adresse gibt es nichts.' },
  'method-not-allowed': {
    title: 'Methode nicht erlaubt',
    detail: 'Diese Adresse nimmt die Methode nicht an.',
  },
  'request-timeout': {
    title: 'Zu langsam gesendet',
    detail: 'Die Anfrage ist nicht in der Zeit angekommen.',
  },
  'content-too-large': { title: 'Zu groß', detail: 'Die Anfrage ist größer als erlaubt.' },
  'uri-too-long': { title: 'Adresse zu lang', detail: 'Die Adresse ist länger als erlaubt.' },
  'transition-not-allowed': { title: 'Nicht möglich', detail: 'Das geht im jetzigen Zustand nicht.' },
  'unsupported-media-type': {
    title: 'Falsche Art von Inhalt',
    detail: 'Inhalte dieser Art werden hier nicht angenommen.',
  },
  'unprocessable-content': { title: 'Ungültiger Inhalt', detail: 'Etwas in der Anfrage ist nicht gültig.' },
  'too-many-requests': {
    title: 'Zu viele Anfragen',
    detail: 'Bitte warten Sie einen Moment, und versuchen Sie es noch einmal.',
  },
  'request-header-fields-too-large': {
    title: 'Kopfzeilen zu groß',
    detail: 'Die Kopfzeilen der Anfrage sind zu groß.',
  },
  internal: { title: 'Interner Fehler', detail: 'Bei uns ist etwas schiefgegangen.' },
  'not-implemented': { title: 'Noch nicht da', detail: 'Das gibt es noch nicht.' },
  'bad-gateway': { title: 'Dienst gestört', detail: `${SERVICE} hat keine brauchbare Antwort gegeben.` },
  unavailable: { title: 'Nicht verfügbar', detail: `Die Anwendung ist zurzeit nicht verfügbar. ${AGAIN}` },
  'deadline-exceeded': { title: 'Zeit überschritten', detail: `Das hat zu lange gedauert. ${AGAIN}` },
  'upstream-unreachable': {
    title: 'Dienst nicht erreichbar',
    detail: `${SERVICE} ist nicht erreichbar. ${AGAIN}`,
  },
  'upstream-error': { title: 'Fehler eines Dienstes', detail: `${SERVICE} hat einen Fehler gemeldet.` },
  'upstream-invalid-response': {
    title: 'Dienst antwortet falsch',
    detail: `${SERVICE} hat eine Antwort gegeben, die nicht zu gebrauchen ist.`,
  },
  'upstream-circuit-open': { title: 'Dienst gestört', detail: `${SERVICE} ist gestört. ${SOON}` },
  'upstream-overloaded': { title: 'Dienst überlastet', detail: `Zu viele fragen zugleich. ${SOON}` },
  'upstream-timeout': { title: 'Dienst zu langsam', detail: `${SERVICE} hat zu lange gebraucht. ${AGAIN}` },
};
