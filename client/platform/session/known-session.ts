import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import {
  SESSION_HEADER,
  SESSION_SCREEN,
  sessionHint,
  type SessionState,
} from '@web/bff/platform/contract/session/session-state';
import { unsavedWork } from '#platform/forms/unsaved/unsaved-work.ts';
import { currentPath } from './sign-in.ts';

/** Null if anonymous, undefined until known. */
export type KnownSession = SessionState | null | undefined;

/** Returns the session's version from the script-readable cookie. Undefined if anonymous, and in Node. */
export const hintedVersion = (): string | undefined =>
  `; ${globalThis.document?.cookie}`.split(`; ${sessionHint()}=`)[1]?.split(';')[0];

let known: KnownSession = hintedVersion() === undefined ? null : undefined;
let endsAt = 0;
let hasEnded = false;
const listeners = new Set<() => void>();
let channel: BroadcastChannel | undefined;

/** Returns the session as last reported to this tab. Returns an ended session, too, until the user signs in again. */
export const knownSession = (): KnownSession => known;
/** Returns the latest possible end of the known session, in milliseconds since the epoch. */
export const sessionEndsAt = (): number => endsAt;
/** True from the end of the session until the user signs in again, or continues without a session. */
export const sessionHasEnded = (): boolean => hasEnded;

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const notify = (): void => listeners.forEach((listener) => listener());

/** Channel between tabs. A message is the version of the current session, or null after a sign-out. */
export const tabs = (): BroadcastChannel => (channel ??= new BroadcastChannel(`${BASE_PATH}/session`));

const isAnother = (state: SessionState | null): boolean =>
  Boolean(known && state && known.subject !== state.subject);

/** Updates the known session from a response. `state` is null if the user is anonymous. */
export function updateSession(state: SessionState | null): void {
  // Loads a new page, to clear the previous user's data.
  if (isAnother(state)) return leave(`${BASE_PATH}/`);
  hasEnded = Boolean(known && !state);
  // An ended session is kept, so that the screen does not change before the user has signed in again.
  if (!hasEnded && (known === undefined || known?.version !== state?.version)) known = state;
  if (state) endsAt = Date.now() + state.remainingSeconds * 1_000;
  notify();
}

/** Dismisses the dialog about the session's end. The next response without a session shows it again. */
export function dismissEnd(): void {
  hasEnded = false;
  notify();
}

/** Resolves with true once the user has signed in again after the session's end, or with false if they continue without a session. */
export const waitForNewSession = (): Promise<boolean> =>
  new Promise((resolve) => {
    const ended = known;
    const stop = subscribeToSession(() => {
      if (hasEnded) return;
      stop();
      resolve(known !== ended);
    });
  });

/** `stored-input.ts` sets the function. Not every page loads that module. */
export const signOutHere = { deleteInput: (): void => {} };

/** Leaves the page after a sign-out. If the user signed out `elsewhere`, in another tab, the next sign-in returns to the current address. */
export function leaveSignedOut(where: 'here' | 'elsewhere'): void {
  const to = where === 'elsewhere' ? `&to=${encodeURIComponent(currentPath())}` : '';
  leave(`${BASE_PATH}${SESSION_SCREEN}?signed-out=${where}${to}`);
}

/**
 * Adds the known session's version to a request's headers. The returned function updates the known session from the response, and returns true if the
 * page is being unloaded.
 */
export function trackSession(method: string, fields: Headers): (response: Response) => boolean {
  const version = known?.version;
  const hinted = hintedVersion();
  if (version) fields.set(SESSION_HEADER, version);
  return ({ ok, status, headers }) => {
    const field = headers.get(SESSION_HEADER);
    const state = field && field !== 'none' ? (JSON.parse(decodeURIComponent(field)) as SessionState) : null;
    // Ignores the response if the known session has changed since the request was sent. A response for another user always counts.
    if (!field || (version !== known?.version && !isAnother(state))) return isLeaving;
    // Deletes a stale cookie, because it makes documents prefetch calls that need a session. A cookie that was set after the request is not stale.
    if (!state && hinted === hintedVersion())
      document.cookie = `${sessionHint()}=;path=${BASE_PATH};max-age=0`;
    if (!state && known && ok && method !== 'GET') {
      // If a write succeeds and leaves no session, it was a sign-out.
      tabs().postMessage(null);
      signOutHere.deleteInput();
      unsavedWork.entries.clear();
      leaveSignedOut('here');
    } else if (status === 409 && isAnother(state)) {
      isRefused = true;
      leave(`${BASE_PATH}${SESSION_SCREEN}?other-user`);
    } else updateSession(state);
    return isLeaving;
  };
}

/** Shows or hides the page. A hidden page stays hidden in the back/forward cache. */
export const showPage = (isShown: boolean): void =>
  void (document.documentElement.style.visibility = isShown ? '' : 'hidden');

let isLeaving = false;
let isRefused = false;

/** True if a write was refused because another user had signed in. The page is then being unloaded. */
export const writeWasRefused = (): boolean => isRefused;

/** Hides the page and navigates away. Later calls do nothing, so that events during the unload cannot change the destination. */
export function leave(url: string): void {
  if (isLeaving) return;
  isLeaving = true;
  showPage(false);
  unsavedWork.abandon();
  location.replace(url);
}
