interface AnyReply {
  readonly ok: boolean;
}

export interface WriteState<R extends AnyReply> {
  readonly pending: boolean;
  readonly problem: Extract<R, { ok: false }> extends { readonly problem: infer P }
    ? P | undefined
    : undefined;
  readonly data: Extract<R, { ok: true }> extends { readonly body: infer B } ? B | undefined : undefined;
  /** The whole of the last answer, for a call with several successes. */
  readonly reply: R | undefined;
}

/** One write at a time: what is submitted meanwhile is not sent, and answered with undefined. */
export function createWrite<A extends unknown[], R extends AnyReply>(
  send: (signal: AbortSignal, ...given: A) => Promise<R>,
  hold: () => () => void,
) {
  const listeners = new Set<() => void>();
  let state = stateOf<R>(false);
  let sending: AbortController | undefined;

  const become = (next: WriteState<R>): void => {
    state = next;
    for (const listener of listeners) listener();
  };

  return {
    current: () => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    submit: async (...given: A): Promise<R | undefined> => {
      if (sending) return undefined;
      const mine = (sending = new AbortController());
      const release = hold();
      become(stateOf(true));
      try {
        const reply = await send(mine.signal, ...given);
        if (sending === mine) become(stateOf(false, reply));
        return reply;
      } catch (error) {
        if (sending === mine) become(stateOf(false));
        throw error;
      } finally {
        release();
        if (sending === mine) sending = undefined;
      }
    },
    /** Forgets the last answer and cancels what is on its way. */
    cancel: (): void => {
      sending?.abort();
      sending = undefined;
      state = stateOf(false);
    },
  };
}

const stateOf = <R extends AnyReply>(pending: boolean, reply?: R): WriteState<R> =>
  ({
    pending,
    reply,
    problem: reply && 'problem' in reply ? reply.problem : undefined,
    data: reply && 'body' in reply ? reply.body : undefined,
  }) as WriteState<R>;
