import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import { knownSession, sessionEndsAt, signOutHere, writeWasRefused } from './known-session.ts';
import { tabStorage } from './post-logout-redirect.ts';

export interface FormInput {
  readonly step: number;
  readonly fields: readonly {
    readonly name: string;
    /** Entered value. Missing if the user has emptied an optional field. */
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
  /** True if a write was refused because another user had signed in. The other user neither sees nor deletes the input. */
  readonly isKept?: boolean;
  /** Input of each form. The key is the page's address and a fingerprint of what the form is for. */
  readonly forms: Readonly<Record<string, FormInput>>;
}

const KEY = `${BASE_PATH}:unsent-input`;

/** Reads the input that has not expired, the latest last: of the signed-in user, of users whose input is kept, and, while nobody is signed in, of the last user. */
function readAll(): StoredInput[] {
  const all = JSON.parse(tabStorage()?.getItem(KEY) ?? '[]') as StoredInput[];
  const subject = knownSession()?.subject;
  const isTheirs = (kept: StoredInput) => kept.isKept || kept.subject === (subject ?? kept.subject);
  return all.filter((kept) => kept.endsAt > Date.now() && isTheirs(kept));
}

function writeAll(all: readonly StoredInput[]): void {
  if (all.length > 0) tabStorage()?.setItem(KEY, JSON.stringify(all));
  else tabStorage()?.removeItem(KEY);
}

/** Deletes the input of the signed-in user, who signs out. */
export function deleteInput(): void {
  const subject = knownSession()?.subject;
  writeAll(readAll().filter((kept) => kept.subject !== subject));
}

signOutHere.deleteInput = deleteInput;

/** Returns the input of the signed-in user or, without one, of the last user. Deletes input of others, and expired input. */
export function storedInput(): StoredInput | undefined {
  const all = readAll();
  writeAll(all);
  const subject = knownSession()?.subject;
  return subject === undefined ? all.at(-1) : all.find((kept) => kept.subject === subject);
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
  const all = readAll();
  const key = `${location.pathname}${location.search} ${fingerprint(form)}`;
  const { [key]: before, ...others } = all.find((kept) => kept.subject === subject)?.forms ?? {};
  if (!input && !before) return undefined;
  const forms = input ? { ...others, [key]: input } : others;
  const ofOthers = all.filter((kept) => kept.isKept && kept.subject !== subject);
  const own = { subject, endsAt, forms, isKept: writeWasRefused() };
  writeAll(Object.keys(forms).length > 0 ? [...ofOthers, own] : ofOthers);
  return before;
}
