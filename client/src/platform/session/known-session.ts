import { BASE_PATH } from '@web/bff/contract/constants';
import {
  SESSION_HEADER,
  SESSION_SCREEN,
  sessionHint,
  type SessionState,
} from '@web/bff/contract/kit/session/session-state';
import { unsaved } from '#platform/forms/unsaved.ts';
import { currentPath } from './sign-in.ts';

/** Null if anonymous, undefined until it is known. */
export type KnownSession = SessionState | null | undefined;

/** The version in the readable cookie: undefined in Node, and in a browser that is anonymous. */
export const hintedVersion = (): string | undefined =>
  `; ${globalThis.document?.cookie}`.split(`; ${sessionHint()}=`)[1]?.split(';')[0];

let known: KnownSession = hintedVersion() === undefined ? null : undefined;
let endsAt = 0;
let hasEnded = false;
const listeners = new Set<() => void>();
let channel: BroadcastChannel | undefined;

/** Who is signed in, as far as this tab knows. Where a session has ended while a person works, it still is the one that ended. */
export const knownSession = (): KnownSession => known;
/** Milliseconds of the epoch: the latest end of that session. */
export const sessionEndsAt = (): number => endsAt;
/** Whether it has ended while a person works: they can sign in again and go on. */
export const sessionHasEnded = (): boolean => hasEnded;

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const notify = (): void => listeners.forEach((listener) => listener());

/** What all tabs of the application hear: the version of the session that began, or null where the person signed out. */
export const tabs = (): BroadcastChannel => (channel ??= new BroadcastChannel(`${BASE_PATH}/session`));

const isAnother = (told: SessionState | null): boolean =>
  Boolean(known && told && known.subject !== told.subject);

/** To be called with what the BFF tells: null if anonymous. */
export function learnSession(told: SessionState | null): void {
  // Nothing of the first person's data may stay.
  if (isAnother(told)) return leave(`${BASE_PATH}/`);
  hasEnded = Boolean(known && !told);
  // An ended session stays known: nothing of what the person sees goes before they have signed in again.
  if (!hasEnded && (known === undefined || known?.version !== told?.version)) known = told;
  if (told) endsAt = Date.now() + told.remainingSeconds * 1_000;
  notify();
}

/** The person goes on without a session, until the next call that needs one. */
export function dismissEnd(): void {
  hasEnded = false;
  notify();
}

/** Of a session that has ended: resolves with true when the person has signed in again, with false when they go on without. */
export const endIsOver = (): Promise<boolean> =>
  new Promise((resolve) => {
    const ended = known;
    const stop = subscribeToSession(() => {
      if (hasEnded) return;
      stop();
      resolve(known !== ended);
    });
  });

/** The user has signed out, in this tab, or in another one: the data leaves the screen. From another one, signing in leads back. */
export function leaveSignedOut(where: 'here' | 'elsewhere'): void {
  const to = where === 'elsewhere' ? `&to=${encodeURIComponent(currentPath())}` : '';
  leave(`${BASE_PATH}${SESSION_SCREEN}?signed-out=${where}${to}`);
}

/** Says with a call which session this tab knows; returns what takes note of the response. True: the page goes, and nothing of it is shown. */
export function noteSession(method: string, fields: Headers): (response: Response) => boolean {
  const version = known?.version;
  const hinted = hintedVersion();
  if (version) fields.set(SESSION_HEADER, version);
  return ({ ok, headers }) => {
    const field = headers.get(SESSION_HEADER);
    const told = field && field !== 'none' ? (JSON.parse(decodeURIComponent(field)) as SessionState) : null;
    // A response to an older request may be late. Of another person's, nothing may be shown.
    if (!field || (version !== known?.version && !isAnother(told))) return isLeaving;
    // Otherwise every document would make calls that need a session. A newer sign-in has another cookie.
    if (!told && hinted === hintedVersion())
      document.cookie = `${sessionHint()}=;path=${BASE_PATH};max-age=0`;
    if (!told && known && ok && method !== 'GET') {
      // The handler of this call has ended the session.
      tabs().postMessage(null);
      leaveSignedOut('here');
    } else learnSession(told);
    return isLeaving;
  };
}

/** Nothing of the page can be seen, also when the browser shows it again from its back/forward cache. */
export const showPage = (isShown: boolean): void =>
  void (document.documentElement.style.visibility = isShown ? '' : 'hidden');

let isLeaving = false;

/** Goes there; nothing of this page is seen any more. The first address counts: while it loads, the page may still hear of the end. */
export function leave(url: string): void {
  if (isLeaving) return;
  isLeaving = true;
  showPage(false);
  unsaved.abandon();
  location.replace(url);
}
