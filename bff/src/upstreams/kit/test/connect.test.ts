import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { codeOf, things } from './test-service.ts';

/** A server that blocks after it listens: the kernel accepts connections until the backlog is full. */
const listener = `
  const { parentPort } = require('node:worker_threads');
  const server = require('node:net').createServer().listen(0, '127.0.0.1', 1, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
`;

/** The URL of a server that neither accepts nor refuses a connection. */
async function unresponsive(): Promise<URL> {
  const worker = new Worker(listener, { eval: true });
  onTestFinished(() => void worker.terminate());
  const [port] = (await once(worker, 'message')) as [number];
  const sockets = Array.from({ length: 8 }, () => connect(port, '127.0.0.1').on('error', () => {}));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  // A backlog of one keeps two.
  await expect.poll(() => sockets.filter(({ readyState }) => readyState === 'open').length).toBe(2);
  return new URL(`http://127.0.0.1:${port}`);
}

/** How often undici has given up connecting. */
function failedConnects(): () => number {
  let failed = 0;
  const count = () => (failed += 1);
  subscribe('undici:client:connectError', count);
  onTestFinished(() => void unsubscribe('undici:client:connectError', count));
  return () => failed;
}

test.each([
  ['find', 3],
  ['create', 1],
] as const)(
  'a connection that is not accepted fails after connectMs, long before totalMs: %s attempts %i',
  async (call, tries) => {
    const failed = failedConnects();
    const { find, create } = things(await unresponsive(), { connectMs: 200, totalMs: 60_000 });
    const work = call === 'find' ? find('1') : create({});
    expect(await codeOf(work)).toBe('upstream-unreachable');
    expect(failed()).toBe(tries);
    await expect(work).rejects.toMatchObject({ cause: { cause: { code: 'UND_ERR_CONNECT_TIMEOUT' } } });
  },
);
