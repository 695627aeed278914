import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePort, start, waitForStatus } from './processes.ts';
import { testBundle } from './start-bff.ts';

test('connections beyond half of the descriptors are closed, with a line in the log; calls go on', async () => {
  const [port, managementPort] = [await freePort(), await freePort()];
  const env = { PORT: String(port), MANAGEMENT_PORT: String(managementPort), HOST: '127.0.0.1' };
  const bff = start('prlimit', ['--nofile=200', 'node', testBundle('calls')], env);
  onTestFinished(() => bff.stop());
  const call = `http://127.0.0.1:${port}/web/api/test/export/data.json`;
  await waitForStatus(call);
  const sockets: Socket[] = [];
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  for (let opened = 0; opened < 150; opened += 1) {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    await once(socket, 'connect');
    sockets.push(socket);
  }
  await expect.poll(bff.output).toMatch(/"max_descriptors":200,"msg":"connections refused/);
  expect((await fetch(`http://127.0.0.1:${managementPort}/livez`)).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  await waitForStatus(call);
});
