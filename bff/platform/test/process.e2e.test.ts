import { expect, test } from 'vitest';
import { type RunningBff } from '#platform/testing/start-bff.ts';
import { startTestBff } from '#platform/test/test-bundles.ts';
import { freePort, start, waitUntilStarted } from '#platform/testing/processes.ts';

/** Resolves with the error code of a GET that gets no response. */
const failureOf = (api: string) =>
  fetch(`${api}/export/data.json`).then(
    () => undefined,
    ({ cause }) => cause.code as string,
  );

test('a draining process fails its readiness check, accepts no connections, and finishes requests in progress', async () => {
  const { port, managementPort, pid, stop } = await startTestBff();
  const api = `http://127.0.0.1:${port}/web/api/test`;
  const stream = await fetch(`${api}/events`);
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toBe('data: first\n\n');
  const inFlight = fetch(`${api}/later`);
  // The response to this second request shows that the handler of the first is running.
  await (await fetch(`${api}/export/data.json`)).json();
  process.kill(pid ?? 0, 'SIGTERM');
  await expect.poll(async () => (await fetch(`http://127.0.0.1:${managementPort}/readyz`)).status).toBe(503);
  expect((await fetch(`http://127.0.0.1:${managementPort}/livez`)).status).toBe(200);
  await expect.poll(() => failureOf(api)).toBeDefined();
  expect(await (await inFlight).json()).toEqual({ late: true });
  await reader?.cancel();
  await stop();
});

test('a draining process ends its event streams and exits; a client can resume an event stream at another process', async () => {
  const [first, second] = [await startTestBff(), await startTestBff()];
  const numbersOf = async ({ port }: RunningBff, after: string) => {
    const headers = { 'last-event-id': after };
    const { body } = await fetch(`http://127.0.0.1:${port}/web/api/test/numbers`, { headers });
    return body?.pipeThrough(new TextDecoderStream()).getReader();
  };
  const reader = await numbersOf(first, '7');
  expect((await reader?.read())?.value).toContain('id: 8\n');
  process.kill(first.pid ?? 0, 'SIGTERM');
  const readOn = async () => {
    while (!(await reader?.read())?.done);
  };
  await expect(readOn()).rejects.toThrow();
  expect(await first.exitCode()).toBe(0);
  expect((await (await numbersOf(second, '8'))?.read())?.value).toContain('id: 9\n');
  await second.stop();
});

test('during DRAIN_DELAY_SECONDS, a draining process is not ready, but still responds to requests, with Connection: close', async () => {
  const { port, managementPort, pid, stop } = await startTestBff({ DRAIN_DELAY_SECONDS: '1' });
  const api = `http://127.0.0.1:${port}/web/api/test`;
  const connectionOf = async () => (await fetch(`${api}/export/data.json`)).headers.get('connection');
  expect(await connectionOf()).toBe('keep-alive');
  process.kill(pid ?? 0, 'SIGTERM');
  await expect.poll(async () => (await fetch(`http://127.0.0.1:${managementPort}/readyz`)).status).toBe(503);
  expect(await connectionOf()).toBe('close');
  const inFlight = fetch(`${api}/later`);
  // The BFF destroys the connections of GETs, so that nginx stops using this BFF before the port closes.
  await expect.poll(() => failureOf(api), { interval: 20 }).toBe('UND_ERR_SOCKET');
  const write = { method: 'POST', headers: { 'x-requested-by': 'test' } };
  expect((await fetch(`${api}/nope`, write)).status).toBe(404);
  await expect.poll(() => failureOf(api)).toBe('ECONNREFUSED');
  expect(await (await inFlight).json()).toEqual({ late: true });
  await stop();
});

const old = 'data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"20.19.0"}})';
test.each([
  ['invalid settings', [], /PORT="http"[^]*LOG_LEVEL="loud"/],
  [
    'an old Node.js',
    ['--import', old],
    /^This application needs Node\.js \d+ or newer; this is v[\d.]+\.\n$/,
  ],
])('with %s, the process exits with 1 and a message', async (_what, options, message) => {
  const env = { PORT: 'http', LOG_LEVEL: 'loud', HOST: '127.0.0.1' };
  const child = start('node', [...options, 'bff/dist/main.js'], env);
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(1);
  expect(child.output()).toMatch(message);
});

test('npm start exits together with its server', async () => {
  const [port, managementPort] = [await freePort(), await freePort()];
  const ports = { PORT: String(port), MANAGEMENT_PORT: String(managementPort) };
  const child = start('npm', ['start'], { ...ports, HOST: '127.0.0.1', LOG_LEVEL: 'warn' });
  await waitUntilStarted(child, `http://127.0.0.1:${port}/web/`);
  const ended = new Promise((resolve) => child.on('exit', resolve));
  // Sends the signal only to npm, as a supervisor does.
  child.kill('SIGTERM');
  await ended;
  await expect.poll(() => failureOf(`http://127.0.0.1:${port}/web/api`)).toBe('ECONNREFUSED');
  await child.stop();
});
