import { defineSession, type SessionOf } from '@web/bff/contract/kit/session/define-session';
import { session as atProvider } from './contract-session.ts';

export const session = defineSession({ ...atProvider, screen: '/sign-in' });

export type Session = SessionOf<typeof session>;
