const LANGUAGE: string = import.meta.env.LANGUAGE;

/** The person's own variant of the document's language, such as `de-AT` in a German document. */
export const currentLocale = (): string =>
  navigator.languages.find((language) => `${language}-`.startsWith(`${LANGUAGE}-`)) ?? LANGUAGE;

type Kind = 'DateTimeFormat' | 'ListFormat' | 'NumberFormat' | 'PluralRules' | 'RelativeTimeFormat';
type Options<K extends Kind> = ConstructorParameters<(typeof Intl)[K]>[1];

type Formatter = new (locale: string, options?: object) => object;

const made: Record<string, unknown> = {};

/**
 * The only way to write dates, numbers and the like for people: `intl('DateTimeFormat', { dateStyle: 'medium' }).format(date)`, in the
 * language of the document and the time zone of the browser. Made once for equal options, which takes longer than to format.
 */
export const intl = <K extends Kind>(kind: K, options?: Options<K>) =>
  (made[kind + JSON.stringify(options)] ??= new (Intl[kind] as Formatter)(
    currentLocale(),
    options,
  )) as InstanceType<(typeof Intl)[K]>;
