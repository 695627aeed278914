import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';

const STDOUT = 1;
const EVERY_MS = 1_000;
const BLOCKED_S = 15;
/** The debugger stops JavaScript at once; what is blocked in native code it never stops. */
const STACK_WAIT_MS = 500;
const FRAMES = 10;

/** The event loop adds to it every second. */
const beats = workerData as Int32Array;
let before = -1;
// Counted by sleeps: a process that was stopped as a whole, and goes on, has missed one.
for (let missed = 0; missed < BLOCKED_S;) {
  await sleep(EVERY_MS);
  const now = Atomics.load(beats, 0);
  missed = now === before ? missed + 1 : 0;
  before = now;
}

const { Session } = await import('node:inspector');
const session = new Session();
session.connectToMainThread();
const files = new Map<string, string>();
let stack: string[] = [];
session.on('Debugger.scriptParsed', ({ params }) => files.set(params.scriptId, params.url));
session.on('Debugger.paused', ({ params: { callFrames } }) => {
  stack = callFrames.slice(0, FRAMES).map(({ functionName, location: { scriptId, lineNumber } }) => {
    return `at ${functionName || '<anonymous>'} (${files.get(scriptId)}:${lineNumber + 1})`;
  });
});
session.post('Debugger.enable');
session.post('Debugger.pause');
await sleep(STACK_WAIT_MS);
const line = {
  level: 'fatal',
  time: new Date().toISOString(),
  'process.pid': process.pid,
  stack,
  msg: `The event loop has been blocked for ${BLOCKED_S} s: the process ends`,
};
try {
  writeSync(STDOUT, `${JSON.stringify(line)}\n`);
} finally {
  process.kill(process.pid, 'SIGKILL');
  // The kernel ignores that for the first process of a container. This thread's own `process.exit` would end the thread alone.
  session.post('Runtime.evaluate', { expression: 'process.reallyExit(137)' });
}
