import { BASE_PATH } from '#platform/contract/product/constants.ts';
import { API_PATH } from '#platform/contract/api-path.ts';

/** Session data exposed to the browser. */
export interface SessionState<User = Readonly<Record<string, unknown>>, Role extends string = string> {
  /** Changes when the user, their role or their data change. Its first part is the same for all sessions of a subject. */
  readonly version: string;
  readonly subject: string;
  readonly role: Role;
  readonly user: User;
  /** Seconds until the idle timeout. */
  readonly idleSeconds: number;
  /** Seconds until the absolute timeout. */
  readonly remainingSeconds: number;
}

/** Body of `GET /session` and `POST /session`. */
export interface SessionReply {
  readonly session: (SessionState & { readonly permissions: readonly string[] }) | null;
  readonly signIn: {
    /** True if users sign in at an OpenID provider or at the ingress. */
    readonly provider: boolean;
    /** Path of the product's own sign-in screen. */
    readonly screen: string | null;
    /** Roles for the development sign-in. */
    readonly roles?: readonly string[];
  };
}

/**
 * Request header: the session version that the tab has. Response header: `none` without a session; otherwise the current state as percent-encoded
 * JSON, if its version differs from the tab's.
 */
export const SESSION_HEADER = 'x-session';

export const SESSION_PATH = `${API_PATH}/session`;

/** Path of the platform's screen for sign-in and its errors, beneath the base path. */
export const SESSION_SCREEN = '/session';

/** Reasons for a failed sign-in, in `/session?problem=`. */
export const SIGN_IN_PROBLEMS = [
  'refused',
  'no-role',
  'expired',
  'provider',
  'provider-unavailable',
  'cookies',
  'too-many',
  'unavailable',
  'not-configured',
] as const;
export type SignInProblem = (typeof SIGN_IN_PROBLEMS)[number];

/** Prefixes cookie names with the base path, because applications may share an origin. Paths never contain `|`. */
export const cookieName = (use: string): string => `${BASE_PATH.slice(1).replaceAll('/', '|')}-${use}`;

/**
 * Name of a cookie that scripts can read. The cookie contains only the version of the session. If it is set, the document prefetches calls that need
 * a session.
 */
export const sessionHint = (): string => cookieName('signed-in');
