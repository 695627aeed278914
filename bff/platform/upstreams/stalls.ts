import { Readable, type ReadableOptions } from 'node:stream';

/** A response body that measures how long the client has left data unread. `declaredBytes` is the upstream's Content-Length. */
export class ResponseBody extends Readable {
  readonly declaredBytes: string | undefined;
  #movedAt = performance.now();
  #hasArrived = false;

  constructor(options: ReadableOptions, declaredBytes?: string) {
    super(options);
    this.declaredBytes = declaredBytes;
  }

  override push(chunk: Buffer | null): boolean {
    if (this.readableLength === 0) this.#movedAt = performance.now();
    this.#hasArrived ||= chunk === null;
    return super.push(chunk);
  }

  override read(size?: number): unknown {
    const chunk: unknown = super.read(size);
    if (chunk !== null) this.#movedAt = performance.now();
    return chunk;
  }

  /** Returns how long the client has left data unread, in milliseconds. Returns 0 while the client waits for the upstream. */
  stalledMs(): number {
    const canBeRead = this.readableLength > 0 || this.#hasArrived;
    return canBeRead ? performance.now() - this.#movedAt : 0;
  }
}

/** Returns a function that returns the milliseconds since the last chunk of an upload, or 0 while the upload is not waiting for the client. */
export function uploadStall(body: Readable, isClientLate: () => boolean): () => number {
  let arrivedAt = performance.now();
  // Waits for undici to resume the body, because an earlier listener would start the stream too soon.
  body.once('resume', () => body.on('data', () => (arrivedAt = performance.now())));
  return () => (isClientLate() ? performance.now() - arrivedAt : 0);
}
