import { writeSync } from 'node:fs';

const STDOUT = 1;
/** Lines are written in pieces of this size. */
const PIECE_BYTES = 8_192;
/** Lines that nobody reads wait up to this size. */
const WAITING_BYTES = 1_048_576;

let dropped = 0;
/** How many lines standard output did not take, since the process began. */
export const droppedLines = (): number => dropped;

function openStandardOutput() {
  let waiting = Buffer.alloc(0);
  let lines: string[] = [];
  let size = 0;

  const flush = (): void => {
    const pending = Buffer.concat([waiting, Buffer.from(lines.join(''))]);
    let written = 0;
    try {
      while (written < pending.length) written += writeSync(STDOUT, pending, written);
      waiting = Buffer.alloc(0);
    } catch (error) {
      const isStuck = (error as NodeJS.ErrnoException).code === 'EAGAIN';
      waiting = Buffer.from(isStuck ? pending.subarray(written) : []);
      if (!isStuck) dropped += pending.toString('utf8', written).split('\n').length - 1;
    }
    lines = [];
    size = waiting.length;
  };
  setInterval(flush, 1_000).unref();
  process.on('exit', flush);

  return {
    write: (line: string): void => {
      if (size > WAITING_BYTES) return void (dropped += 1);
      lines.push(line);
      size += line.length;
      if (size - waiting.length >= PIECE_BYTES) flush();
    },
  };
}

let opened: ReturnType<typeof openStandardOutput> | undefined;

/**
 * Writes lines to standard output in pieces, at least once a second, and when the process ends. No request waits for it, whatever is at the
 * other end: where the disk is full or the reader has gone, lines are dropped and counted; where the reader is stuck, 1 MB waits.
 * (sonic-boom, pino's own output, ends with its first error, and tries for ever when the process ends.)
 */
export const standardOutput = () => (opened ??= openStandardOutput());
