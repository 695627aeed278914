import { useEffect, useState, useSyncExternalStore } from 'react';
import { useRevalidator } from 'react-router-dom';
import { api, type CallKey, type ArgumentsOf, type ReplyTo } from './api.ts';
import { createMutationStore, type MutationState } from './mutation-store.ts';
import { unsaved } from '#platform/forms/unsaved.ts';
import { markStale, type Rereads } from '#platform/screens/reads.ts';

type Submit<K extends CallKey> = (...args: ArgumentsOf<K>) => Promise<ReplyTo<K> | undefined>;

/** The compiler cannot see that a call of any key takes a signal. */
const send = api as unknown as <K extends CallKey>(key: K, request: object) => Promise<ReplyTo<K>>;

/**
 * A write: `const [submit, { pending, problem }] = useCall('POST /things')`. It sends one at a time, and is cancelled when its screen
 * goes. After a success the screen's reads are sent again: all, unless `rereads` names some; to go on to another screen, `'nothing'`.
 */
export function useCall<K extends CallKey>(
  key: K,
  { rereads = 'everything' }: { readonly rereads?: Rereads } = {},
): readonly [Submit<K>, MutationState<ReplyTo<K>>] {
  const { revalidate } = useRevalidator();
  const [write] = useState(() =>
    createMutationStore<ArgumentsOf<K>, ReplyTo<K>>(
      (signal, ...[request]) => send<K>(key, { signal, ...request }),
      () => unsaved.register('write'),
      async () => {
        if (rereads === 'nothing') return;
        markStale(rereads);
        await revalidate();
      },
    ),
  );
  const state = useSyncExternalStore(write.subscribe, write.current);
  useEffect(() => write.cancel, [write]);
  return [write.submit, state];
}
