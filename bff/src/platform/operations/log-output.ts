import { writeSync } from 'node:fs';

const STDOUT = 1;
const PIECE_BYTES = 8_192;
const WAITING_BYTES = 1_048_576;

let dropped = 0;
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
 * Buffers lines, and writes them to standard output at least once a second and at exit. Never blocks a request: it drops and counts lines if the disk
 * is full or the reader is gone, and queues up to 1 MB if the reader is stuck. (sonic-boom, pino's default, stops at its first error, and retries
 * forever at exit.)
 */
export const standardOutput = () => (opened ??= openStandardOutput());
