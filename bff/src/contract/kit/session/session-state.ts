import { BASE_PATH } from '../../constants.ts';
import { API_PATH } from '../api-path.ts';

/** What the browser knows of a session. */
export interface SessionState<Person = Readonly<Record<string, unknown>>> {
  /** Changes with the person, their role, and what is known of them. */
  readonly version: string;
  readonly subject: string;
  readonly role: string;
  readonly person: Person;
  /** Seconds without a call until it ends. */
  readonly idleSeconds: number;
  /** Seconds until it ends at the latest. */
  readonly remainingSeconds: number;
}

/** The body of `GET /session` and `POST /session`. */
export interface SessionReply {
  readonly session: (SessionState & { readonly permissions: readonly string[] }) | null;
  readonly signIn: {
    /** Whether people sign in at an OpenID provider. */
    readonly provider: boolean;
    /** The path of the product's own sign-in screen. */
    readonly screen: string | null;
    /** In development without a provider: the roles to choose from. */
    readonly roles?: readonly string[];
  };
}

/**
 * The header field of requests that says which version of the session a tab knows, and of responses that brings another: a state, as
 * percent-encoded JSON, or `none`.
 */
export const SESSION_HEADER = 'x-session';

/** The path of the session's own calls. */
export const SESSION_PATH = `${API_PATH}/session`;

/** The path, beneath the base path, of the platform's own screen: signing in, and what went wrong with it. */
export const SESSION_SCREEN = '/session';

/** Why a person is not signed in, as `/session?problem=` says it. */
export type SignInProblem =
  | 'refused'
  | 'no-role'
  | 'expired'
  | 'provider'
  | 'provider-away'
  | 'cookies'
  | 'too-many'
  | 'unavailable'
  | 'not-configured';

/** Applications beneath different base paths of one origin have different cookies: no path contains `|`. */
export const cookieName = (use: string): string => `${BASE_PATH.slice(1).replaceAll('/', '|')}-${use}`;

/**
 * The name of the readable cookie that says, without identity, that this browser may have a session: then the document makes calls that need
 * one. Its value is the version of the session. The BFF alone decides, with every call.
 */
export const sessionHint = (): string => cookieName('signed-in');
