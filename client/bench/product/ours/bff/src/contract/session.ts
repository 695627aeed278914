import type { SessionOf, SessionSchema } from './kit/session/define-session.ts';

export const session = null satisfies SessionSchema | null;

export type Session = SessionOf<typeof session>;
