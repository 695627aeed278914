/** Cancels a request to an upstream. Keeps only the latest cleanup, because a request is in one stage at a time. */
export class Cancellation {
  #cancelled: { readonly reason: unknown } | undefined;
  #cleanUp: ((reason: unknown) => void) | undefined;

  readonly cancel = (reason: unknown): void => {
    if (this.#cancelled) return;
    this.#cancelled = { reason };
    this.#cleanUp?.(reason);
  };

  /**
   * Returns a promise that settles when `begin` calls `resolve` or `reject`, or on `cancel`. `begin` returns a cleanup. `cancel` runs only the
   * cleanup of the latest `until`, even after that promise has resolved, because the response may still be streaming.
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
