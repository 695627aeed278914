export const forms = {
  summary: (count: number) => (count === 1 ? 'There is a problem' : `There are ${count} problems`),
  remove: (item: string) => `Remove ${item}`,
  step: (number: number, count: number, title: string) => `Step ${number} of ${count}: ${title}`,
  back: 'Back',
  next: 'Next',
  restored: 'Your input has been restored, except for files and passwords. It has not been sent yet.',
  merged:
    'Somebody else has changed this meanwhile, and your input has not been sent yet. Where both have changed a field, choose what to keep.',
  same: 'The same is stored already.',
  compare: 'Your input and what is stored',
  mine: 'Your input',
  theirs: 'Now stored',
  use: { mine: 'Use yours', theirs: 'Use theirs' },
  keepMine: 'Keep mine',
  sendMine: 'Keep mine and send it',
  keepTheirs: 'Use what is stored',
  empty: '(empty)',
  yes: 'Yes',
  no: 'No',
  unlisted: (value: string) => `${value} (no longer offered)`,
  closing: 'Close without saving your input?',
  /** Error of a file. The rows follow it. */
  invalidRows: 'Some rows are invalid.',
};

/** Functions that return the message for a schema keyword, given the keyword's value. */
const invalidFields: Readonly<Record<string, (limit: unknown) => string>> = {
  required: () => 'Fill this in.',
  minLength: (limit) => (limit === 1 ? 'Fill this in.' : `Use at least ${String(limit)} characters.`),
  maxLength: (limit) => `Use at most ${String(limit)} characters.`,
  minimum: (limit) => `Enter ${String(limit)} or more.`,
  maximum: (limit) => `Enter ${String(limit)} or less.`,
  exclusiveMinimum: (limit) => `Enter more than ${String(limit)}.`,
  exclusiveMaximum: (limit) => `Enter less than ${String(limit)}.`,
  multipleOf: (limit) => `Enter a multiple of ${String(limit)}.`,
  minItems: (limit) => `Choose at least ${String(limit)}.`,
  maxItems: (limit) => `Choose at most ${String(limit)}.`,
  uniqueItems: () => 'Enter each only once.',
  type: (limit) => examples[String(limit)] ?? 'Enter another value.',
  format: (limit) => examples[String(limit)] ?? 'Enter another value.',
};

/** Messages by expected type or format. */
const examples: Readonly<Record<string, string>> = {
  integer: 'Enter a whole number, such as 7.',
  int64: 'Enter a whole number, such as 7.',
  'local-time': 'Clocks go forward and skip this time. Enter another one.',
  number: 'Enter a number, such as 1.5.',
  date: 'Enter a date, such as 27 March 2027.',
  time: 'Enter a time, such as 14:30.',
  'date-time': 'Enter a date and a time, such as 27 March 2027, 14:30.',
  email: 'Enter an email address, such as name@example.org.',
  ipv4: 'Enter an IPv4 address, such as 192.0.2.1.',
  ipv6: 'Enter an IPv6 address, such as 2001:db8::1.',
  hostname: 'Enter a host name, such as www.example.org.',
  uri: 'Enter an address, such as https://www.example.org.',
};

export const invalidFieldMessage = (rule: string, limit?: unknown): string =>
  invalidFields[rule]?.(limit) ?? 'Enter another value.';
