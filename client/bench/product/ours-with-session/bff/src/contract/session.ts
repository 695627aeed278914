import * as Type from 'typebox';
import { defineSession, type SessionOf } from './kit/session/define-session.ts';

export const session = defineSession({
  person: Type.Object({ name: Type.String() }),
  private: Type.Object({}),
});

export type Session = SessionOf<typeof session>;
