import type * as english from '#platform/messages/first-load.ts';

const SERVICE = 'Ein Dienst, der dafür gebraucht wird,';
const AGAIN = 'Bitte versuchen Sie es noch einmal.';
const SOON = 'Bitte versuchen Sie es gleich noch einmal.';

export const problems: typeof english.problems = {
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
  'other-user': {
    title: 'Anderer Benutzer',
    detail: 'Inzwischen hat sich jemand anderes angemeldet. Es ist nichts geschehen.',
  },
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
  'bad-gateway': {
    title: 'Dienst gestört',
    detail: `${SERVICE} hat keine brauchbare Antwort gegeben. ${AGAIN}`,
  },
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

export const localProblems: typeof english.localProblems = {
  network: ['Keine Verbindung'],
  offline: ['Sie sind offline', 'verbinden Sie sich und versuchen Sie es noch einmal'],
  timeout: ['Keine Antwort in der Zeit'],
  cancelled: ['Abgebrochen'],
  'signed-out': ['Abgemeldet', 'laden Sie die Seite neu und melden Sie sich an'],
  'new-version': ['Neue Version', 'laden Sie die Seite neu'],
  'unexpected-response': ['Unerwartete Antwort'],
};

export const detailOf: typeof english.detailOf = (title, advice) =>
  `${title}. Bitte ${advice ?? 'versuchen Sie es noch einmal'}.`;

export const files: typeof english.files = {
  unreadable: 'Datei nicht lesbar',
  chooseAgain: (name) =>
    `${name === undefined ? 'Die Datei' : `„${name}“`} wurde geändert, verschoben oder gelöscht oder ist ein Ordner. Bitte wählen Sie die Datei noch einmal aus.`,
};

export const documentTexts: typeof english.documentTexts = {
  description: undefined,
  noScript: 'Diese Anwendung braucht JavaScript',
  noScriptAdvice:
    'Bitte schalten Sie es in den Einstellungen Ihres Browsers ein, und laden Sie diese Seite neu.',
  outdated: 'Bitte aktualisieren Sie Ihren Browser.',
};

export const screens: typeof english.screens = {
  skip: 'Zum Inhalt springen',
  menu: 'Menü',
  loading: 'Wird geladen',
  broken: {
    heading: 'Diese Seite konnte nicht angezeigt werden',
    reload: 'Neu laden',
  },
  notAllowed: {
    title: 'Nicht erlaubt',
    detail: 'Für diese Seite brauchen Sie eine andere Rolle.',
  },
};

export const sessionMenu: typeof english.sessionMenu = {
  signIn: 'Anmelden',
  signOut: 'Abmelden',
  signingOut: 'Wird abgemeldet …',
  signOutFailed: 'Sie konnten nicht abgemeldet werden.',
};

export const components: typeof english.components = {
  close: 'Schließen',
  retry: 'Noch einmal versuchen',
  stale: 'Die Anzeige ist möglicherweise veraltet.',
  empty: 'Noch nichts da',
  processing: 'Wird verarbeitet …',
  sending: 'Wird gesendet',
  stop: 'Abbrechen',
  pages: 'Seiten',
  page: (page) => `Seite ${page}`,
  previousPage: 'Zurück',
  nextPage: 'Weiter',
  leaving: 'Ihre Eingaben sind noch nicht gespeichert. Diese Seite verlassen?',
};
