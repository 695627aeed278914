import { EventEmitter, on } from 'node:events';
import { Valkey } from 'iovalkey';
import { defineService } from '#platform/services/define-service.ts';

const CHANNEL = 'web:changed-notes';

/** Sends IDs of changed notes to all BFFs. `null` means that messages may have been lost: any note may have changed. */
export const broadcast = defineService(({ settings, log }) => {
  const local = new EventEmitter().setMaxListeners(0);
  const warn = (err: unknown) => log.warn({ err }, 'broadcast failed');
  const connect = (options: object) =>
    settings.BROADCAST_URL ? new Valkey(settings.BROADCAST_URL, options).on('error', warn) : undefined;
  const publisher = connect({ enableOfflineQueue: false });
  const subscriber = connect({ autoResubscribe: false });
  const subscribe = () => subscriber?.subscribe(CHANNEL).then(() => local.emit('changed', null), warn);
  subscriber
    ?.on('ready', () => void subscribe())
    .on('message', (_channel, noteId) => local.emit('changed', noteId || null));
  return {
    send: (noteId: string | null): void => {
      if (publisher) publisher.publish(CHANNEL, noteId ?? '').catch(warn);
      else local.emit('changed', noteId);
    },
    /** Yields the IDs until `signal` aborts. */
    async *received(signal: AbortSignal): AsyncGenerator<string | null> {
      for await (const [noteId] of on(local, 'changed', { signal })) yield noteId as string | null;
    },
    close: () => {
      publisher?.disconnect();
      subscriber?.disconnect();
    },
  };
});
