import type { SessionOf, SessionSchema } from './kit/session/define-session.ts';

/** Point 6: what a session keeps, as `defineSession` declares it; `null`: all requests are anonymous. */
export const session = null satisfies SessionSchema | null;

export type Session = SessionOf<typeof session>;
