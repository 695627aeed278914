import { defineSession, type SessionOf } from '@web/bff/platform/contract/session/define-session';
import { session as atProvider } from './contract-session.ts';

export const session = defineSession({ ...atProvider, screen: '/sign-in' });

export type Session = SessionOf<typeof session>;
