import type { SessionOf, SessionSchema } from '#platform/contract/session/define-session.ts';

/** Session data, declared with `defineSession` (specification, point 6). `null` makes all requests anonymous. */
export const session = null satisfies SessionSchema | null;

export type Session = SessionOf<typeof session>;
