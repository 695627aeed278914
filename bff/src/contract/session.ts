import type { SessionOf, SessionSchema } from '#platform/contract/session/define-session.ts';

/** Point 6: session data, declared with `defineSession`. `null` makes all requests anonymous. */
export const session = null satisfies SessionSchema | null;

export type Session = SessionOf<typeof session>;
