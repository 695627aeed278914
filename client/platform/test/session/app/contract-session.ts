import * as Type from 'typebox';
import { defineSession, type SessionOf } from '@web/bff/platform/contract/session/define-session';

export const session = defineSession({
  user: Type.Object({ name: Type.String({ title: 'planted schema' }) }),
  private: Type.Object({ tenant: Type.String() }),
});

export type Session = SessionOf<typeof session>;
