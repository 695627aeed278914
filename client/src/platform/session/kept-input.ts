import { BASE_PATH } from '@web/bff/contract/constants';
import { currentPath } from './sign-in.ts';

/** What the controls of a form held, by their names. */
type Texts = readonly (readonly [name: string, texts: readonly string[]])[];

/** Input of one person, in this tab. */
interface KeptInput {
  readonly subject: string;
  /** Milliseconds of the epoch: the end of the session in which it was entered. */
  readonly endsAt: number;
  /** The address at which it was entered last. */
  readonly path: string;
  readonly forms: Readonly<Record<string, Texts>>;
}

const KEY = `${BASE_PATH.slice(1)}:kept-input`;

/** The same form at another address has other input. */
const keyOf = (form: string): string => `${location.pathname}${location.search} ${form}`;

/** What is kept, of that person if one is named. What is out of date, or another person's, goes. */
export function keptInput(subject?: string): KeptInput | undefined {
  const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as KeptInput | null;
  if (kept && kept.endsAt > Date.now() && (subject ?? kept.subject) === kept.subject) return kept;
  forgetInput();
  return undefined;
}

export const keptTexts = (subject: string, form: string): Texts | undefined =>
  keptInput(subject)?.forms[keyOf(form)];

/** Keeps the input of a form, whose name is the same when the person comes back. */
export function keepInput(subject: string, endsAt: number, form: string, texts: Texts): void {
  const forms = { ...keptInput(subject)?.forms, [keyOf(form)]: texts };
  store({ subject, endsAt, path: currentPath(), forms });
}

/** To be called when the input is sent. */
export function forgetForm(form: string): void {
  const kept = keptInput();
  const { [keyOf(form)]: _, ...forms } = kept?.forms ?? {};
  if (kept) store({ ...kept, forms });
}

export const forgetInput = (): void => sessionStorage.removeItem(KEY);

function store(kept: KeptInput): void {
  if (Object.keys(kept.forms).length === 0) return forgetInput();
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch (error) {
    // There is no room. The page must go all the same.
    console.warn(error);
  }
}
