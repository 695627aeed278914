import pino from 'pino';

const STDOUT = 1;
const PIECE_BYTES = 8_192;
const WAITING_BYTES = 1_048_576;

let dropped = 0;
export const droppedLines = (): number => dropped;

function openStandardOutput() {
  // Does not retry a write to a full pipe, because a retry blocks the event loop. The rest stays in the buffer until the next write.
  const output = pino.destination({
    ...{ dest: STDOUT, sync: true, retryEAGAIN: () => false },
    ...{ minLength: PIECE_BYTES, maxLength: WAITING_BYTES, periodicFlush: 1_000 },
  });
  let hasFailed = false;
  output.on('write', () => (hasFailed = false));
  output.on('drop', () => (dropped += 1));
  output.on('error', ({ code }: NodeJS.ErrnoException) => {
    hasFailed = code !== 'EAGAIN';
    // The reader is gone, so pino discards everything from now on.
    if (code === 'EPIPE') dropped += 1;
  });
  process.on('exit', () => {
    // Does not flush after an error, because `flushSync` would retry forever.
    if (hasFailed) return;
    try {
      output.flushSync();
    } catch {
      // Drops the rest, because the reader is stuck.
    }
  });
  return output;
}

let opened: ReturnType<typeof openStandardOutput> | undefined;

/**
 * Returns the stream for standard output. The stream buffers lines, and writes them at least once a second and at exit. It never blocks a request: if
 * the reader is stuck or the disk is full, the stream queues up to 1 MB, then drops and counts lines.
 */
export const standardOutput = () => (opened ??= openStandardOutput());
