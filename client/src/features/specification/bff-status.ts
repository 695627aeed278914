import type { Status } from '@web/bff/contract/calls/status';
import type { ReplyTo } from '#platform/api/api.ts';

export type BffStatus =
  | { readonly state: 'checking' }
  | { readonly state: 'up'; readonly status: Status }
  | { readonly state: 'down' }
  /** The browser itself has no network, so nothing is known of the BFF. */
  | { readonly state: 'offline' };

type Answer = ReplyTo<'GET /status'>;

interface Dependencies {
  readonly ask: (signal: AbortSignal) => Promise<Answer>;
  /** Calls back after that many milliseconds, unless cancelled. */
  readonly after: (ms: number, callback: () => void) => () => void;
  readonly isHidden: () => boolean;
  readonly isOnline: () => boolean;
  /** What the document has been told already. */
  readonly first?: () => unknown;
}

const WHILE_UP_MS = 5_000;
const WHILE_DOWN_MS = 2_000;
const ANSWER_MS = 4_000;

/** Asks the BFF again and again while somebody listens and the page is shown, and tells when the answer changes. */
export function createBffStatus({ ask, after, isHidden, isOnline, first }: Dependencies) {
  const listeners = new Set<() => void>();
  let current: BffStatus | undefined;
  let asking: AbortController | undefined;
  let cancelNext = (): void => {};

  async function check(): Promise<void> {
    cancelNext();
    if (asking || listeners.size === 0 || isHidden()) return;
    const mine = new AbortController();
    asking = mine;
    const cancelDeadline = after(ANSWER_MS, () => mine.abort());
    const answer = statusOf(await ask(mine.signal), isOnline());
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
    current: (): BffStatus => {
      const told = first?.();
      return (current ??= isStatus(told) ? { state: 'up', status: told } : { state: 'checking' });
    },

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

const isStatus = (body: unknown): body is Status =>
  typeof (body as Status | undefined)?.startedAt === 'string';

function statusOf(reply: Answer, isOnline: boolean): BffStatus {
  // Something else may answer at this address with JSON of its own.
  if (reply.ok && isStatus(reply.body)) return { state: 'up', status: reply.body };
  const isOffline = !reply.ok && reply.problem.code === 'network' && !isOnline;
  return { state: isOffline ? 'offline' : 'down' };
}
