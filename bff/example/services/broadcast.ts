import { createBroadcast } from '#platform/services/broadcast.ts';
import { defineService } from '#platform/services/define-service.ts';

/** Sends IDs of changed notes to all open streams. `null` means that messages may have been lost: any note may have changed. */
export const broadcast = defineService(() => createBroadcast<string>());
