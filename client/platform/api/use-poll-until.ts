import { useEffect, useEffectEvent, useState } from 'react';
import type { ArgumentsOf, ReplyTo } from './api.ts';
import type { BodyOf, ReadKey } from './reads.ts';
import { type CallRequest, sendCall } from './send-call.ts';
import type { ReadState } from './use-read.ts';

interface Options<Data> {
  /** Time from a response to the next read, in milliseconds. */
  readonly everyMs: number;
  /** Returns true for the last response. */
  readonly until: (data: Data) => boolean;
}

/** True if polling goes on: no response, a limit, a server that is unavailable, or an ended session, after which the user can sign in again. */
const isTemporary = (status: number): boolean => status < 400 || [401, 429].includes(status) || status >= 500;

/**
 * Reads until `until` returns true or the read fails for good: `const { state, data } = usePollUntil('GET /exports/:id', { params }, { everyMs: 2_000,
 * until: ({ isRunning }) => !isRunning })`. Pauses while the tab is hidden. Show `state` in a `Notice`, which announces it.
 */
export function usePollUntil<K extends ReadKey>(
  key: K,
  request: ArgumentsOf<K>[0],
  { everyMs, until }: Options<BodyOf<ReplyTo<K>>>,
): ReadState<K> & { readonly state: 'polling' | 'done' | 'failed' } {
  const sent = JSON.stringify(request ?? {});
  const [shown, setShown] = useState<ReadState<K> & { readonly state: string; readonly sent: string }>();
  const isLast = useEffectEvent(until);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async (): Promise<void> => {
      if (document.hidden)
        return document.addEventListener('visibilitychange', () => void read(), { once: true, signal });
      const reply = await sendCall(key, { ...(JSON.parse(sent) as CallRequest), signal });
      if (signal.aborted) return;
      const { problem } = reply;
      const isRunning = problem ? isTemporary(problem.status) : !isLast(reply.body as never);
      const state = isRunning ? 'polling' : problem ? 'failed' : 'done';
      setShown((before) => {
        const data = problem ? (before?.sent === sent ? before.data : undefined) : reply.body;
        return { sent, state, ...(data !== undefined && { data }), ...(problem && { problem }) } as never;
      });
      if (isRunning) timer = setTimeout(() => void read(), everyMs);
    };
    void read();
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [key, sent, everyMs]);
  if (shown?.sent !== sent) return { state: 'polling' };
  return shown as ReturnType<typeof usePollUntil<K>>;
}
