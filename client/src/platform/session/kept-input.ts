import { BASE_PATH } from '@web/bff/contract/constants';
import type { Controls } from '#platform/forms/body-of.ts';
import { knownSession, sessionEndsAt } from './known-session.ts';
import { tabStorage } from './landing.ts';
import { currentPath } from './sign-in.ts';

/** Input of one person, in this tab: what the controls of forms held, by the addresses and the names of the forms. */
interface KeptInput {
  /** Empty for an anonymous person. */
  readonly subject: string;
  /** Milliseconds of the epoch: the end of the session in which it was entered. */
  readonly endsAt: number;
  /** The address at which it was entered last. */
  readonly path: string;
  readonly forms: Readonly<Record<string, readonly (readonly [string, readonly string[]])[]>>;
}

const KEY = `${BASE_PATH.slice(1)}:kept-input`;
const keyOf = (form: string): string => `${location.pathname}${location.search} ${form}`;

export const forgetInput = (): void => tabStorage()?.removeItem(KEY);

/** What is kept for the person who is signed in, or for whoever signs in. What is out of date or another person's goes. */
export function keptInput(): KeptInput | undefined {
  const kept = JSON.parse(tabStorage()?.getItem(KEY) ?? 'null') as KeptInput | null;
  const subject = knownSession()?.subject ?? kept?.subject;
  if (kept && kept.endsAt > Date.now() && kept.subject === subject) return kept;
  forgetInput();
  return undefined;
}

/** Keeps the input of a form, whose name is the same when the person comes back. Without room for it the page goes all the same. */
export function keepInput(form: string, controls: Controls): void {
  const session = knownSession();
  // Not yet known whose input it is.
  if (session === undefined) return;
  const subject = session?.subject ?? '';
  // Anonymous input is kept for as long as a session may last.
  const endsAt = session ? sessionEndsAt() : Date.now() + Number(import.meta.env.SESSION_MS);
  const kept = keptInput();
  // An anonymous user may follow one who was signed out.
  const forms = { ...(kept?.subject === subject && kept.forms), [keyOf(form)]: [...controls] };
  store({ subject, endsAt, path: currentPath(), forms });
}

/** Gives it back to the person who entered it, once. */
export function takeInput(form: string): Controls | undefined {
  const session = knownSession();
  const kept = session === undefined ? undefined : keptInput();
  if (!kept || kept.subject !== (session?.subject ?? '')) return undefined;
  const { [keyOf(form)]: entries, ...forms } = kept.forms;
  if (entries) store({ ...kept, forms });
  return entries && new Map(entries);
}

function store(kept: KeptInput): void {
  if (Object.keys(kept.forms).length === 0) return forgetInput();
  try {
    tabStorage()?.setItem(KEY, JSON.stringify(kept));
  } catch (error) {
    console.warn(error);
  }
}
