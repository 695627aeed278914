interface AnyReply {
  readonly ok: boolean;
}

export interface MutationState<R extends AnyReply> {
  readonly pending: boolean;
  readonly problem: Extract<R, { ok: false }> extends { readonly problem: infer P }
    ? P | undefined
    : undefined;
  readonly data: Extract<R, { ok: true }> extends { readonly body: infer B } ? B | undefined : undefined;
  /** The last reply, for a call with several successes. */
  readonly reply: R | undefined;
}

/**
 * One write at a time: a submission during another one is not sent, and resolves with undefined. The write is pending until
 * revalidation ends, so that no stale data can be submitted.
 */
export function createMutationStore<A extends unknown[], R extends AnyReply>(
  send: (signal: AbortSignal, ...args: A) => Promise<R>,
  register: () => () => void,
  refresh: () => Promise<void>,
) {
  const listeners = new Set<() => void>();
  let state = stateOf<R>(false);
  let sending: AbortController | undefined;

  const setState = (next: MutationState<R>): void => {
    state = next;
    for (const listener of listeners) listener();
  };

  return {
    current: () => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    submit: async (...args: A): Promise<R | undefined> => {
      if (sending) return undefined;
      const controller = (sending = new AbortController());
      const release = register();
      setState(stateOf(true));
      const finish = (reply?: R): void => {
        if (sending !== controller) return;
        sending = undefined;
        setState(stateOf(false, reply));
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
    /** Forgets the last reply and cancels the write that is on its way. */
    cancel: (): void => {
      sending?.abort();
      sending = undefined;
      state = stateOf(false);
    },
  };
}

const stateOf = <R extends AnyReply>(pending: boolean, reply?: R): MutationState<R> =>
  ({
    pending,
    reply,
    problem: reply && 'problem' in reply ? reply.problem : undefined,
    data: reply && 'body' in reply ? reply.body : undefined,
  }) as MutationState<R>;
