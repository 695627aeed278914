import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { codeOf, things } from './test-service.ts';

/** Listens, and then does nothing any more: the kernel alone answers, until it has as many connections as it keeps for one. */
const listener = `
  const { parentPort } = require('node:worker_threads');
  const server = require('node:net').createServer().listen(0, '127.0.0.1', 1, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
`;

/** An address at which nobody says yes or no to a connection. */
async function nobody(): Promise<URL> {
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
  'a connection that nobody answers is given up at its own deadline, long before the one for everything: %s tries %i',
  async (call, tries) => {
    const failed = failedConnects();
    const totalMs = 24_000;
    const { find, create } = things(await nobody(), { connectMs: 200, totalMs });
    const asked = performance.now();
    const work = call === 'find' ? find('1') : create({});
    expect(await codeOf(work)).toBe('upstream-unreachable');
    expect(performance.now() - asked).toBeLessThan(totalMs / 3);
    expect(failed()).toBe(tries);
    await expect(work).rejects.toMatchObject({ cause: { cause: { code: 'UND_ERR_CONNECT_TIMEOUT' } } });
  },
  15_000,
);
