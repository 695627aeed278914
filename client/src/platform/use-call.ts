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
      (signal, ...[given]) => send<K>(key, { signal, ...given }),
      () => unsaved.hold('write'),
      revalidate,
    ),
  );
  const state = useSyncExternalStore(write.subscribe, write.current);
  useEffect(() => write.cancel, [write]);
  return [write.submit, state];
}
