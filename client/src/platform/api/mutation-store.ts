interface AnyReply {
  readonly ok: boolean;
}

export interface MutationState<R extends AnyReply> {
  readonly pending: boolean;
  /** The last reply, for a call with several successes. */
  readonly reply?: R | undefined;
}

/**
 * One write at a time: a submission during another one is not sent, and resolves with undefined. The write is pending until
 * revalidation ends, so that no stale data can be submitted.
 */
export function createMutationStore<A extends unknown[], R extends AnyReply>(
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
    /** Cancels the write that is on its way. */
    cancel: (): void => {
      sending?.abort();
      sending = undefined;
    },
  };
}
