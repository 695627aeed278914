export { type Session, session } from '#contract/session.ts';
