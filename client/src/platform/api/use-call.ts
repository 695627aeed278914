import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { api, type CallKey, type ArgumentsOf, type ReplyTo } from './api.ts';
import { unsaved } from '#platform/forms/unsaved.ts';
import { markStale, type Revalidate } from './reads.ts';

type Submit<K extends CallKey> = (...args: ArgumentsOf<K>) => Promise<ReplyTo<K> | undefined>;
type State<K extends CallKey> = MutationState<ReplyTo<K>> & {
  readonly problem: Extract<ReplyTo<K>, { readonly ok: false }>['problem'] | undefined;
};

/** Untyped, because the compiler cannot infer that every call takes a signal. */
const send = api as unknown as <K extends CallKey>(key: K, request: object) => Promise<ReplyTo<K>>;

/**
 * A write: `const [submit, { pending, problem }] = useCall('POST /things')`. Sends one at a time; `submit` resolves with undefined meanwhile.
 * Unmounting cancels only an upload. After success it refetches the screen's reads: all, or those in `revalidate`. Pass `'nothing'` if you
 * navigate away.
 */
export function useCall<K extends CallKey>(
  key: K,
  { revalidate = 'everything' }: { readonly revalidate?: Revalidate } = {},
): readonly [Submit<K>, State<K>] {
  const revalidator = useRevalidator();
  const [state, setState] = useState<MutationState<ReplyTo<K>>>({ pending: false });
  const [write] = useState(() =>
    createMutationStore<ArgumentsOf<K>, ReplyTo<K>>(
      (signal, ...[request]) => {
        const isUpload = request !== undefined && 'files' in request;
        return send<K>(key, isUpload ? { signal, ...request } : { ...request });
      },
      () => unsaved.register('write'),
      async () => {
        if (revalidate === 'nothing') return;
        markStale(revalidate);
        await revalidator.revalidate();
      },
      setState,
    ),
  );
  useEffect(() => write.cancel, [write]);
  const problem = state.reply?.ok === false ? state.reply.problem : undefined;
  return [write.submit, { ...state, problem } as State<K>];
}

export interface MutationState<R> {
  readonly pending: boolean;
  readonly reply?: R | undefined;
}

/** Sends one write at a time. It stays pending until revalidation ends, so that no stale data can be submitted. */
export function createMutationStore<A extends unknown[], R extends { readonly ok: boolean }>(
  send: (signal: AbortSignal, ...args: A) => Promise<R>,
  register: () => () => void,
  refresh: () => Promise<void>,
  setState: (state: MutationState<R>) => void,
) {
  let sending: AbortController | undefined;
  return {
    submit: async (...args: A): Promise<R | undefined> => {
      if (sending) return undefined;
      const controller = (sending = new AbortController());
      const release = register();
      setState({ pending: true });
      const finish = (reply?: R): void => {
        if (sending !== controller) return;
        sending = undefined;
        setState({ pending: false, reply });
      };
      try {
        const reply = await send(controller.signal, ...args);
        if (reply.ok) void refresh().finally(() => finish(reply));
        else finish(reply);
        return reply;
      } catch (error) {
        finish();
        throw error;
      } finally {
        release();
      }
    },
    cancel: (): void => {
      sending?.abort();
      sending = undefined;
    },
  };
}
