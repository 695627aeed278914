import * as Type from 'typebox';
import { defineSession, type SessionOf } from '#platform/contract/session/define-session.ts';

export const session = defineSession({
  /** Session data exposed to the browser. */
  user: Type.Object({ name: Type.String() }),
  /** Session data that stays in the BFF. */
  private: Type.Object({}),
});

export type Session = SessionOf<typeof session>;
