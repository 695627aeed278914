/** Ends a request to an upstream early. A request is in one stage at a time, so one cleanup is enough. */
export class Cancellation {
  #cancelled: { readonly reason: unknown } | undefined;
  #cleanUp: ((reason: unknown) => void) | undefined;

  readonly cancel = (reason: unknown): void => {
    if (this.#cancelled) return;
    this.#cancelled = { reason };
    this.#cleanUp?.(reason);
  };

  /**
   * Resolves or rejects as `begin` does; rejects with the reason as soon as it is cancelled. `begin` returns a cleanup; only the latest
   * one is called on cancel, also after `begin` has resolved: a stream goes on then.
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
