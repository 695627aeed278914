interface InFlight<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  callers: number;
}

/** Sends identical requests that are under way at once as one; it is aborted when the last of its callers has left. */
export function createCoalescing<T>() {
  const inFlight = new Map<string, InFlight<T>>();
  const remove = (key: string, request: InFlight<T>) => {
    if (inFlight.get(key) === request) inFlight.delete(key);
  };
  function start(key: string, send: (signal: AbortSignal) => Promise<T>): InFlight<T> {
    const controller = new AbortController();
    const result = send(controller.signal).finally(() => remove(key, request));
    const request: InFlight<T> = { result, controller, callers: 0 };
    inFlight.set(key, request);
    return request;
  }

  /** Resolves with the response that all callers with this key share; rejects with the reason of the caller's own signal. */
  return async function coalesce(
    key: string,
    signal: AbortSignal,
    send: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    signal.throwIfAborted();
    const request = inFlight.get(key) ?? start(key, send);
    request.callers += 1;
    const aborted = Promise.withResolvers<never>();
    const abort = () => aborted.reject(signal.reason);
    signal.addEventListener('abort', abort);
    try {
      return await Promise.race([request.result, aborted.promise]);
    } finally {
      signal.removeEventListener('abort', abort);
      request.callers -= 1;
      if (request.callers === 0) {
        // A new caller must not join a request that is being aborted.
        remove(key, request);
        request.controller.abort(signal.reason);
      }
    }
  };
}
