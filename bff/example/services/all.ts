import { activityCache } from './activity-cache.ts';
import { broadcast } from './broadcast.ts';
import { mailer } from './mailer.ts';

export const services = { activityCache, broadcast, mailer };
