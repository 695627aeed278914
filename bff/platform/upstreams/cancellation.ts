/** Cancels an upstream request. Keeps one cleanup, because a request is in one stage at a time: queued, waiting for a retry, or in flight. */
export class Cancellation {
  #cancelled: { readonly reason: unknown } | undefined;
  #cleanUp: ((reason: unknown) => void) | undefined;

  readonly cancel = (reason: unknown): void => {
    if (this.#cancelled) return;
    this.#cancelled = { reason };
    this.#cleanUp?.(reason);
  };

  /**
   * Returns a promise that `begin` settles, or that `cancel` rejects. `begin` returns a cleanup, which replaces that of the previous `until`.
   * `cancel` runs the cleanup even after the promise has resolved, because the response may still be streaming.
   */
  until<T>(
    begin: (resolve: (value: T) => void, reject: (error: unknown) => void) => (reason: unknown) => void,
  ): Promise<T> {
    if (this.#cancelled) return Promise.reject(this.#cancelled.reason);
    return new Promise((resolve, reject) => {
      const cleanUp = begin(resolve, reject);
      this.#cleanUp = (reason) => {
        reject(reason);
        cleanUp(reason);
      };
    });
  }
}
