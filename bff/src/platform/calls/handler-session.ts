import type { SessionOf, SessionSchema } from '#contract/kit/session/define-session.ts';

/** What begins a session, besides its subject and its role. */
type Kept<S> = Omit<SessionOf<S>, 'subject' | 'role'>;

interface Actions<S, Role extends string> {
  /** Signs a person in. `token` is the access token that upstreams with `as: 'person'` get. */
  readonly begin: (
    who: Kept<S> & { readonly subject: string; readonly role: Role; readonly token?: string },
  ) => Promise<void>;
  /** Changes the role, what the session keeps, or the subject, which a service without stable ids may do. */
  readonly change: (
    part: Partial<Kept<S>> & { readonly subject?: string; readonly role?: Role },
  ) => Promise<void>;
  /** Signs out. */
  readonly end: () => Promise<void>;
  /**
   * Counts an attempt to sign in with an account: 10 in 15 minutes from one address, more from all addresses. Accounts that differ only in
   * case, in white space around them or in compatible or invisible characters are one. Throws `too-many-requests`, with Retry-After.
   */
  readonly limitAttempts: (account: string) => Promise<void>;
}

/** The session in a handler: who sends the request and, if the contract declares a session, what can be done about it. */
export type HandlerSession<Who, S, Role extends string> = S extends SessionSchema
  ? Who & Actions<S, Role>
  : Who;
