import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { unsaved } from '#platform/forms/unsaved/unsaved.ts';
import type { ArgumentsOf, CallKey, ReplyTo } from './api.ts';
import { markStale, type Revalidate } from './reads.ts';
import { type CallRequest, sendCall } from './send-call.ts';

type Submit<K extends CallKey> = (...args: ArgumentsOf<K>) => Promise<ReplyTo<K> | undefined>;

interface State<K extends CallKey> {
  readonly pending: boolean;
  /** Share of an upload that has been sent, from 0 to 1. Undefined for other calls. */
  readonly share?: number | undefined;
  readonly reply?: ReplyTo<K> | undefined;
  readonly problem: Extract<ReplyTo<K>, { readonly ok: false }>['problem'] | undefined;
  /** Cancels an upload, and no other write. `submit` then resolves with undefined. */
  readonly stop: () => void;
}

/**
 * Sends a write: `const [submit, { pending, problem }] = useCall('POST /things')`. While a write is pending, `submit` sends nothing and resolves
 * with undefined. Unmounting cancels an upload, but no other write. A successful write refetches the screen's reads: all of them, or only those in
 * `revalidate`. Pass `revalidate: 'nothing'` if you navigate away. `pending` stays true until the refetch ends, so that no stale data is submitted.
 */
export function useCall<K extends CallKey>(
  key: K,
  { revalidate = 'everything' }: { readonly revalidate?: Revalidate } = {},
): readonly [Submit<K>, State<K>] {
  const revalidator = useRevalidator();
  const [state, setState] = useState<Omit<State<K>, 'problem' | 'stop'>>({ pending: false });
  const [write] = useState(() => {
    let sending: AbortController | undefined;
    /** True while an upload can be stopped. */
    let canStop = false;
    const refetch = async (): Promise<void> => {
      if (revalidate === 'nothing') return;
      markStale(revalidate);
      await revalidator.revalidate();
    };
    const submit = async (...[request]: ArgumentsOf<K>): Promise<ReplyTo<K> | undefined> => {
      if (sending) return undefined;
      const { signal } = (sending = new AbortController());
      const finish = (reply?: ReplyTo<K>): void => {
        if (sending?.signal !== signal) return;
        sending = undefined;
        setState({ pending: false, reply });
      };
      const release = unsaved.register('write');
      const { files, onProgress, signal: own = signal }: CallRequest = request ?? {};
      canStop = files !== undefined;
      setState({ pending: true, share: files && 0 });
      try {
        const upload = {
          signal: AbortSignal.any([signal, own]),
          onProgress: (sent: number, total: number) => {
            if (!signal.aborted) setState({ pending: true, share: sent / total });
            onProgress?.(sent, total);
          },
        };
        const reply = (await sendCall(key, files ? { ...request, ...upload } : request)) as ReplyTo<K>;
        if (signal.aborted) return undefined;
        canStop = false;
        if (reply.ok) void refetch().finally(() => finish(reply));
        else finish(reply);
        return reply;
      } catch (error) {
        finish();
        throw error;
      } finally {
        release();
      }
    };
    const stop = (): void => {
      if (!sending || !canStop) return;
      sending.abort();
      sending = undefined;
      setState({ pending: false });
    };
    return { submit, stop };
  });
  useEffect(() => write.stop, [write]);
  const problem = state.reply?.ok === false ? state.reply.problem : undefined;
  return [write.submit, { ...state, problem, stop: write.stop } as State<K>];
}
