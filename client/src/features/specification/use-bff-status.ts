import type { Status } from '@web/bff/contract/calls/status';
import { API_PATH } from '@web/bff/contract/constants';
import { useEffect, useState } from 'react';
import { api } from '#platform/api/api.ts';
import { prefetchedBody } from '#platform/document/prefetched-calls.ts';

export interface BffStatus {
  /** `offline`: the browser itself has no network, so nothing is known of the BFF. */
  readonly state: 'checking' | 'up' | 'down' | 'offline';
  readonly status?: Status;
}

const WHILE_UP_MS = 5_000;
const WHILE_DOWN_MS = 2_000;
const TIMEOUT_MS = 4_000;

/** Asks the BFF again and again while the page is shown. The value changes only when the answer does. */
export function useBffStatus(): BffStatus {
  const [bff, setBff] = useState(() => statusOf(prefetchedBody(`${API_PATH}/status`), 'checking'));
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isAsking = false;
    const check = async () => {
      if (isAsking || document.hidden) return;
      clearTimeout(timer);
      isAsking = true;
      const reply = await api('GET /status', { signal, timeoutMs: TIMEOUT_MS });
      isAsking = false;
      if (signal.aborted) return;
      const next = statusOf(reply.ok && reply.body, navigator.onLine ? 'down' : 'offline');
      setBff((now) => (JSON.stringify(now) === JSON.stringify(next) ? now : next));
      timer = setTimeout(onEvent, next.status ? WHILE_UP_MS : WHILE_DOWN_MS);
    };
    const onEvent = () => void check();
    document.addEventListener('visibilitychange', onEvent, { signal });
    for (const type of ['focus', 'online', 'offline']) addEventListener(type, onEvent, { signal });
    onEvent();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, []);
  return bff;
}

/** Something else may answer at this address with JSON of its own. */
const statusOf = (body: unknown, otherwise: BffStatus['state']): BffStatus =>
  typeof (body as Status | undefined)?.startedAt === 'string'
    ? { state: 'up', status: body as Status }
    : { state: otherwise };
