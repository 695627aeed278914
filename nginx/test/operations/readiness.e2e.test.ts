import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root, type Running } from '@web/bff/test/processes';
import { startBff, type RunningBff } from '@web/bff/test/start-bff';
import { startNginx } from '../start-nginx.ts';

let bff: RunningBff;
let nginx: Running & { readonly managementPort: number };

beforeAll(async () => {
  bff = await startBff({ DRAIN_DELAY_SECONDS: '2' }, `${root}/bff/dist/main.js`);
  const env = { BFF_MANAGEMENT_ADDRESS: `127.0.0.1:${bff.managementPort}` };
  nginx = await startNginx({ bffPort: bff.port, env });
});

afterAll(async () => {
  await nginx?.stop();
  await bff?.stop();
});

/** Status and body, as a balancer asks by HTTP/1.0, without Host. */
async function check(port: number, path = '/readyz'): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  socket.write(`GET ${path} HTTP/1.0\r\n\r\n`);
  let received = '';
  socket.on('data', (part) => (received += part));
  await once(socket, 'close');
  return `${received.split(' ')[1]} ${received.split('\r\n\r\n')[1]}`;
}

test('a balancer learns from nginx whether it serves and whether a BFF is ready', async () => {
  expect(await check(bff.managementPort)).toMatch(/^200 .*"ready"/);
  expect(await check(nginx.managementPort)).toMatch(/^200 .*"ready"/);
  process.kill(bff.pid ?? 0, 'SIGTERM');
  await expect.poll(() => check(nginx.managementPort), { interval: 20 }).toMatch(/^503 .*"draining"/);
  await expect.poll(() => check(nginx.managementPort)).toBe('503 {"state":"no BFF"}');
  expect(await check(nginx.managementPort, '/livez')).toBe('200 {"state":"live"}');
});
