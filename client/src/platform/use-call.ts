import { useEffect, useState, useSyncExternalStore } from 'react';
import { useRevalidator } from 'react-router-dom';
import { api, type CallKey, type GivenTo, type ReplyTo } from './api.ts';
import { createWrite, type WriteState } from './create-write.ts';
import { unsaved } from './unsaved.ts';

type Submit<K extends CallKey> = (...given: GivenTo<K>) => Promise<ReplyTo<K> | undefined>;

/** The compiler cannot see that a call of any key takes a signal. */
const send = api as unknown as <K extends CallKey>(key: K, given: object) => Promise<ReplyTo<K>>;

/**
 * A write: `const [submit, { pending, problem }] = useCall('POST /things')`. One at a time, cancelled when its screen goes;
 * after a success the loaders of what is shown run again.
 */
export function useCall<K extends CallKey>(key: K): readonly [Submit<K>, WriteState<ReplyTo<K>>] {
  const { revalidate } = useRevalidator();
  const [write] = useState(() =>
    createWrite<GivenTo<K>, ReplyTo<K>>(
      async (signal, ...[given]) => {
        const reply = await send<K>(key, { signal, ...given });
        // Pending until what is shown is fresh: pressed again before, a button would speak of what was.
        if (reply.ok) await revalidate();
        return reply;
      },
      () => unsaved.hold('write'),
    ),
  );
  const state = useSyncExternalStore(write.subscribe, write.current);
  useEffect(() => write.cancel, [write]);
  return [write.submit, state];
}
