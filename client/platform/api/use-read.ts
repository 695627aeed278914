import { useEffect, useState } from 'react';
import type { ArgumentsOf, ReplyTo } from './api.ts';
import type { BodyOf, ReadKey } from './reads.ts';
import { type CallRequest, sendCall } from './send-call.ts';

export interface ReadState<K extends ReadKey> {
  /** Body of the latest response that succeeded. */
  readonly data?: BodyOf<ReplyTo<K>>;
  /** Problem of the latest read, if it failed. */
  readonly problem?: Extract<ReplyTo<K>, { readonly ok: false }>['problem'];
}

/**
 * Reads whenever the request changes: `const { data, pending } = useRead('GET /things', { query: { q } }, { delayMs: 300 })`. Waits until the request
 * has been the same for `delayMs`, and cancels an older read. Until the response arrives, `pending` is true, and `data` stays. `null` reads nothing.
 */
export function useRead<K extends ReadKey>(
  key: K,
  request: ArgumentsOf<K>[0] | null,
  { delayMs = 0 }: { readonly delayMs?: number } = {},
): ReadState<K> & { readonly pending: boolean } {
  const sent = JSON.stringify(request === undefined ? {} : request);
  const [shown, setShown] = useState<{
    readonly sent?: string;
    readonly data?: unknown;
    readonly problem?: unknown;
  }>({});
  const isNone = request === null;
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const read = async (): Promise<void> => {
      if (isNone) return setShown({});
      const reply = await sendCall(key, { ...(JSON.parse(sent) as CallRequest), signal });
      if (signal.aborted) return;
      setShown(({ data }) => ({
        data,
        sent,
        ...('body' in reply ? { data: reply.body } : { problem: reply.problem }),
      }));
    };
    const timer = setTimeout(() => void read(), isNone ? 0 : delayMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [key, sent, isNone, delayMs]);
  if (isNone) return { pending: false };
  const { data, problem } = shown as ReadState<K>;
  return { pending: shown.sent !== sent, ...(data !== undefined && { data }), ...(problem && { problem }) };
}
