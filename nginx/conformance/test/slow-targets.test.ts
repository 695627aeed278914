import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { confirm } from '../doctor/confirm.ts';
import { finding } from '../doctor/findings.ts';
import { openTarget, type Target } from '../target.ts';
import { openReferenceTarget } from './reference-target.ts';

/** A target behind a proxy that delays every request. */
async function delayed(target: Target, delayMs: number): Promise<Target & AsyncDisposable> {
  const server = createServer((request, response) => {
    const { method, url, headers } = request;
    const forward = () =>
      send(`${target.origin}${url}`, { method, headers }, (reply) => {
        response.writeHead(reply.statusCode ?? 0, reply.headers);
        reply.pipe(response);
      });
    setTimeout(() => request.pipe(forward()), delayMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...openTarget(`http://127.0.0.1:${port}${target.base}`),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const found = finding('events-buffered', 'two events arrived together');
const TOO_SLOW = { isTooSlow: true, notObservable: expect.stringMatching(/^too slow to tell: .* \d+ ms$/) };

test('what is found beside quick calls is a finding', async () => {
  await using target = await openReferenceTarget();
  expect(await confirm(target, async () => found)).toEqual(found);
});

test('what is found beside slow calls is too slow to tell', async () => {
  await using quick = await openReferenceTarget();
  await using target = await delayed(quick, 600);
  expect(await confirm(target, async () => found)).toEqual(TOO_SLOW);
});

test('what is found once, and then is well, is no finding', async () => {
  await using target = await openReferenceTarget();
  const results = [found, 'ok' as const];
  expect(await confirm(target, async () => results.shift() ?? found)).toBe('ok');
});
