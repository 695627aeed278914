import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { codeOf, socketService, things } from './test-service.ts';

/** Starts a service that responds to each chunk on a connection, and counts the connections that each side closes. */
async function keepingAlive(headers: string) {
  const counts = { opened: 0, closedByClient: 0, closedByService: 0 };
  const url = await socketService((socket: Socket) => {
    counts.opened += 1;
    const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${headers}content-length: 10\r\n\r\n`;
    socket
      .on('data', () => socket.write(`${head}{"id":"1"}`))
      .on('end', () => (counts.closedByClient += 1))
      .setTimeout(5_000, () => {
        counts.closedByService += 1;
        socket.destroy();
      });
  });
  return { url, counts };
}

test('consecutive requests share a connection, which the BFF closes before the service’s idle timeout of 5 s', async () => {
  const { url, counts } = await keepingAlive('');
  const { create } = things(url);
  expect(await codeOf(create({}))).toBe('ok');
  // Waits for the next turn of the event loop, in which the connection is idle.
  await setImmediate();
  expect(await codeOf(create({}))).toBe('ok');
  await expect.poll(() => counts.closedByClient + counts.closedByService).toBe(1);
  expect(counts).toEqual({ opened: 1, closedByClient: 1, closedByService: 0 });
});

test('keepAliveMs applies even if the service’s Keep-Alive allows more', async () => {
  const { url, counts } = await keepingAlive('keep-alive: timeout=600\r\n');
  const { create } = things(url, { keepAliveMs: 50 });
  for (const opened of [1, 2]) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await codeOf(create({}))).toBe('ok');
    // oxlint-disable-next-line no-await-in-loop
    await expect.poll(() => counts.closedByClient).toBe(opened);
  }
  expect(counts).toEqual({ opened: 2, closedByClient: 2, closedByService: 0 });
});
