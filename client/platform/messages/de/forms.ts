import type * as english from '#platform/messages/forms.ts';

export const forms: typeof english.forms = {
  summary: (count) => (count === 1 ? 'Es gibt ein Problem' : `Es gibt ${count} Probleme`),
  remove: (item) => `${item} entfernen`,
  step: (number, count, title) => `Schritt ${number} von ${count}: ${title}`,
  back: 'Zurück',
  next: 'Weiter',
  restored:
    'Ihre Eingaben wurden wiederhergestellt, außer Dateien und Passwörtern. Sie sind noch nicht gesendet.',
  merged:
    'Jemand anderes hat dies inzwischen geändert, und Ihre Eingaben sind noch nicht gesendet. Wo beide ein Feld geändert haben, wählen Sie, was bleibt.',
  same: 'Dasselbe ist schon gespeichert.',
  compare: 'Ihre Eingabe und das Gespeicherte',
  mine: 'Ihre Eingabe',
  theirs: 'Jetzt gespeichert',
  use: { mine: 'Ihre übernehmen', theirs: 'Gespeicherte übernehmen' },
  keepMine: 'Meine behalten',
  sendMine: 'Meine behalten und senden',
  keepTheirs: 'Gespeicherte übernehmen',
  empty: '(leer)',
  yes: 'Ja',
  no: 'Nein',
  unlisted: (value) => `${value} (nicht mehr wählbar)`,
  closing: 'Schließen, ohne Ihre Eingaben zu speichern?',
  invalidRows: 'Einige Zeilen sind ungültig.',
};

const invalidFields: Readonly<Record<string, (limit: unknown) => string>> = {
  required: () => 'Füllen Sie das aus.',
  minLength: (limit) =>
    limit === 1 ? 'Füllen Sie das aus.' : `Verwenden Sie mindestens ${String(limit)} Zeichen.`,
  maxLength: (limit) => `Verwenden Sie höchstens ${String(limit)} Zeichen.`,
  minimum: (limit) => `Geben Sie ${String(limit)} oder mehr ein.`,
  maximum: (limit) => `Geben Sie ${String(limit)} oder weniger ein.`,
  exclusiveMinimum: (limit) => `Geben Sie mehr als ${String(limit)} ein.`,
  exclusiveMaximum: (limit) => `Geben Sie weniger als ${String(limit)} ein.`,
  multipleOf: (limit) => `Geben Sie ein Vielfaches von ${String(limit)} ein.`,
  minItems: (limit) => `Wählen Sie mindestens ${String(limit)} aus.`,
  maxItems: (limit) => `Wählen Sie höchstens ${String(limit)} aus.`,
  uniqueItems: () => 'Geben Sie alles nur einmal ein.',
  type: (limit) => examples[String(limit)] ?? OTHER,
  format: (limit) => examples[String(limit)] ?? OTHER,
};

const OTHER = 'Geben Sie einen anderen Wert ein.';

const examples: Readonly<Record<string, string>> = {
  integer: 'Geben Sie eine ganze Zahl ein, etwa 7.',
  int64: 'Geben Sie eine ganze Zahl ein, etwa 7.',
  'local-time': 'Die Uhren werden vorgestellt und überspringen diese Zeit. Geben Sie eine andere ein.',
  number: 'Geben Sie eine Zahl ein, etwa 1,5.',
  date: 'Geben Sie ein Datum ein, etwa 27. März 2027.',
  time: 'Geben Sie eine Uhrzeit ein, etwa 14:30.',
  'date-time': 'Geben Sie Datum und Uhrzeit ein, etwa 27. März 2027, 14:30.',
  email: 'Geben Sie eine E-Mail-Adresse ein, etwa name@example.org.',
  ipv4: 'Geben Sie eine IPv4-Adresse ein, etwa 192.0.2.1.',
  ipv6: 'Geben Sie eine IPv6-Adresse ein, etwa 2001:db8::1.',
  hostname: 'Geben Sie einen Hostnamen ein, etwa www.example.org.',
  uri: 'Geben Sie eine Adresse ein, etwa https://www.example.org.',
};

export const invalidFieldMessage: typeof english.invalidFieldMessage = (rule, limit) =>
  invalidFields[rule]?.(limit) ?? OTHER;
