const LANGUAGE: string = import.meta.env.LANGUAGE;

/** Browsers also report languages that are not well-formed (BCP 47), such as `en-US@posix`, for which `Intl` throws. */
function isWellFormed(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language).length > 0;
  } catch {
    return false;
  }
}

let locale: string | undefined;

/** Returns the user's regional variant of the document's language, such as `de-AT`. */
export const currentLocale = (): string =>
  (locale ??=
    navigator.languages.find(
      (language) => `${language}-`.startsWith(`${LANGUAGE}-`) && isWellFormed(language),
    ) ?? LANGUAGE);

type Kind = 'DateTimeFormat' | 'ListFormat' | 'NumberFormat' | 'PluralRules' | 'RelativeTimeFormat';
type Options<K extends Kind> = ConstructorParameters<(typeof Intl)[K]>[1];

type Formatter = new (locale: string, options?: object) => object;
const made: Record<string, unknown> = {};

/**
 * Returns a cached `Intl` formatter in the document's language and the browser's time zone. Use it for everything users read:
 * `intl('DateTimeFormat', { dateStyle: 'medium' }).format(date)`.
 */
export const intl = <K extends Kind>(kind: K, options?: Options<K>) =>
  (made[kind + JSON.stringify(options)] ??= new (Intl[kind] as Formatter)(
    currentLocale(),
    options,
  )) as InstanceType<(typeof Intl)[K]>;
