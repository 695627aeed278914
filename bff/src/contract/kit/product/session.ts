export { type Session, session } from '../../session.ts';
