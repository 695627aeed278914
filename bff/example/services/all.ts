import { broadcast } from './broadcast.ts';
import { mailer } from './mailer.ts';

export const services = { broadcast, mailer };
