import type { Status } from '@web/bff/contract/calls/status';

export type BffStatus =
  | { readonly state: 'checking' }
  | { readonly state: 'up'; readonly status: Status }
  | { readonly state: 'down' };

interface World {
  readonly ask: (signal: AbortSignal) => Promise<Response>;
  /** Calls back after that many milliseconds, unless cancelled. */
  readonly after: (ms: number, callback: () => void) => () => void;
  readonly isHidden: () => boolean;
}

const WHILE_UP_MS = 5_000;
const WHILE_DOWN_MS = 2_000;
const ANSWER_MS = 4_000;

/** Asks the BFF again and again while somebody listens and the page is shown, and tells when the answer changes. */
export function createBffStatus({ ask, after, isHidden }: World) {
  const listeners = new Set<() => void>();
  let current: BffStatus = { state: 'checking' };
  let asking: AbortController | undefined;
  let cancelNext = (): void => {};

  async function check(): Promise<void> {
    cancelNext();
    if (asking || listeners.size === 0 || isHidden()) return;
    const mine = new AbortController();
    asking = mine;
    const cancelDeadline = after(ANSWER_MS, () => mine.abort());
    const answer = await read(ask(mine.signal));
    cancelDeadline();
    if (asking !== mine) return;
    asking = undefined;
    if (JSON.stringify(answer) !== JSON.stringify(current)) {
      current = answer;
      for (const tell of listeners) tell();
    }
    cancelNext = after(answer.state === 'up' ? WHILE_UP_MS : WHILE_DOWN_MS, () => void check());
  }

  return {
    current: () => current,

    /** Asks at once: the page is shown again, or the network is back. */
    wake: () => void check(),

    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      void check();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        cancelNext();
        asking?.abort();
        asking = undefined;
      };
    },
  };
}

async function read(reply: Promise<Response>): Promise<BffStatus> {
  try {
    const response = await reply;
    if (!response.ok) return { state: 'down' };
    const status = (await response.json()) as Status;
    // Something else may answer at this address, a sign-in page of a proxy for one.
    return typeof status.startedAt === 'string' ? { state: 'up', status } : { state: 'down' };
  } catch {
    return { state: 'down' };
  }
}
