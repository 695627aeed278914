/**
 * What ends the work on one question before its time: the browser leaves, or the deadline passes. The work is in one place at a
 * time (it waits for its turn, for the reply, for a retry), so one way out of there is all that is kept; signals of its own for
 * every place would cost more than the request.
 */
export class Cancellation {
  #reason: unknown;
  #isCancelled = false;
  #leave: ((reason: unknown) => void) | undefined;

  readonly cancel = (reason: unknown): void => {
    if (this.#isCancelled) return;
    this.#isCancelled = true;
    this.#reason = reason;
    this.#leave?.(reason);
  };

  /**
   * What `begin` resolves to, or the reason as soon as it is cancelled. `begin` returns how to leave what it began, which holds until
   * the next beginning: a stream goes on when it is here.
   */
  until<T>(
    begin: (resolve: (value: T) => void, reject: (error: unknown) => void) => (reason: unknown) => void,
  ): Promise<T> {
    if (this.#isCancelled) return Promise.reject(this.#reason);
    return new Promise((resolve, reject) => {
      const leave = begin(resolve, reject);
      this.#leave = (reason) => {
        reject(reason);
        leave(reason);
      };
    });
  }
}
