import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from './processes.ts';

test('successive ports differ, and none is in the range of the kernel', async () => {
  const ports: number[] = [];
  for (let count = 0; count < 200; count += 1) ports.push(await freePort());
  expect(new Set(ports).size).toBe(200);
  expect(Math.max(...ports)).toBeLessThan(32_768);
});

test.each(['127.0.0.1', '0.0.0.0'])('a port that is taken at %s is skipped', async (host) => {
  const last = await freePort();
  const servers = await Promise.all(
    [1, 2].map(async (step) => {
      const server = createServer().listen(last + step, host);
      await once(server, 'listening');
      return server;
    }),
  );
  expect(await freePort()).not.toBeOneOf([last + 1, last + 2]);
  for (const server of servers) server.close();
});
