import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import { knownSession, sessionEndsAt } from './known-session.ts';
import { tabStorage } from './post-logout-redirect.ts';

export interface FormInput {
  readonly step: number;
  readonly fields: readonly {
    readonly name: string;
    /** What the user has entered. Missing if the user has emptied an optional field. */
    readonly value?: unknown;
    /** Fingerprint of the stored value that the user has changed. */
    readonly stored: string;
  }[];
}

/** Unsent input of one user in this tab. */
interface StoredInput {
  /** Empty if anonymous. */
  readonly subject: string;
  /** End of the session the input was entered in, in milliseconds since the epoch. */
  readonly endsAt: number;
  /** Input of each form. The key is the page's address and a fingerprint of what the form is for. */
  readonly forms: Readonly<Record<string, FormInput>>;
}

const KEY = `${BASE_PATH}:stored-input`;

export const deleteInput = (): void => tabStorage()?.removeItem(KEY);

/** Returns the input of the signed-in user or, without one, of the last user. Deletes input of another user, and expired input. */
export function storedInput(): StoredInput | undefined {
  const kept = JSON.parse(tabStorage()?.getItem(KEY) ?? 'null') as StoredInput | null;
  const isTheirs = kept?.subject === (knownSession()?.subject ?? kept?.subject);
  if (kept && isTheirs && kept.endsAt > Date.now()) return kept;
  deleteInput();
  return undefined;
}

/** Hashes a string (FNV-1a, 64 bits), so that the storage does not contain the form's stored values. */
export function fingerprint(text: string): string {
  let hash = 0xcb_f2_9c_e4_84_22_23_25n;
  for (const character of text)
    hash = BigInt.asUintN(64, (hash ^ BigInt(character.codePointAt(0) ?? 0)) * 0x1_00_00_00_01_b3n);
  return hash.toString(36);
}

/**
 * Stores the current user's input of a form, or deletes it if `input` is omitted. Returns the input that was stored before. Does nothing until the
 * user is known.
 */
export function storeInput(form: string, input?: FormInput): FormInput | undefined {
  const session = knownSession();
  if (session === undefined) return undefined;
  const subject = session?.subject ?? '';
  // Anonymous input is kept for as long as a session may last.
  const endsAt = session ? sessionEndsAt() : Date.now() + Number(import.meta.env.SESSION_MS);
  const kept = storedInput();
  const key = `${location.pathname}${location.search} ${fingerprint(form)}`;
  // Drops another user's input, which `storedInput` returns while nobody is signed in.
  const { [key]: before, ...others } = kept?.subject === subject ? kept.forms : {};
  const forms = input ? { ...others, [key]: input } : others;
  if (Object.keys(forms).length > 0) tabStorage()?.setItem(KEY, JSON.stringify({ subject, endsAt, forms }));
  else if (before) deleteInput();
  return before;
}
