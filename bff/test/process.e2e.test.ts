import { expect, test } from 'vitest';
import { startBff, type RunningBff } from './start-bff.ts';
import { freePort, start, waitUntilStarted } from './processes.ts';

/** The code of the error of a GET that gets no response. */
const failureOf = (api: string) =>
  fetch(`${api}/export/data.json`).then(
    () => undefined,
    ({ cause }) => cause.code as string,
  );

test('a draining process is not ready, accepts no connection, and finishes the requests under way', async () => {
  const { port, managementPort, pid, stop } = await startBff();
  const api = `http://127.0.0.1:${port}/web/api/test`;
  const stream = await fetch(`${api}/events`);
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toBe('data: first\n\n');
  const underWay = fetch(`${api}/later`);
  // Its handler runs once a request that was sent later is answered.
  await (await fetch(`${api}/export/data.json`)).json();
  process.kill(pid ?? 0, 'SIGTERM');
  await expect.poll(async () => (await fetch(`http://127.0.0.1:${managementPort}/readyz`)).status).toBe(503);
  expect((await fetch(`http://127.0.0.1:${managementPort}/livez`)).status).toBe(200);
  // What had arrived before is answered.
  await expect.poll(() => failureOf(api)).toBeDefined();
  expect(await (await underWay).json()).toEqual({ late: true });
  await reader?.cancel();
  await stop();
});

test('a draining process cuts off its streams of events and ends by itself, and another one goes on with them', async () => {
  const [first, second] = [await startBff(), await startBff()];
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

test('with DRAIN_DELAY_SECONDS a process that is told to stop serves on, not ready, and closes each connection', async () => {
  const { port, managementPort, pid, stop } = await startBff({ DRAIN_DELAY_SECONDS: '1' });
  const api = `http://127.0.0.1:${port}/web/api/test`;
  const connectionOf = async () => (await fetch(`${api}/export/data.json`)).headers.get('connection');
  expect(await connectionOf()).toBe('keep-alive');
  process.kill(pid ?? 0, 'SIGTERM');
  await expect.poll(async () => (await fetch(`http://127.0.0.1:${managementPort}/readyz`)).status).toBe(503);
  expect(await connectionOf()).toBe('close');
  const underWay = fetch(`${api}/later`);
  // An nginx in front asks another BFF, and this one no more, before the port closes.
  await expect.poll(() => failureOf(api), { interval: 20 }).toBe('UND_ERR_SOCKET');
  const write = { method: 'POST', headers: { 'x-requested-by': 'test' } };
  expect((await fetch(`${api}/nope`, write)).status).toBe(404);
  await expect.poll(() => failureOf(api)).toBe('ECONNREFUSED');
  expect(await (await underWay).json()).toEqual({ late: true });
  await stop();
});

test('invalid settings end the process with 1, and its message names each', async () => {
  const child = start('node', ['bff/dist/main.js'], { PORT: 'http', LOG_LEVEL: 'loud', HOST: '127.0.0.1' });
  const code = await new Promise((resolve) => child.on('exit', resolve));
  expect(code).toBe(1);
  expect(child.output()).toMatch(/PORT="http"[^]*LOG_LEVEL="loud"/);
});

test('a Node.js that is too old ends the process with 1 and one line', async () => {
  // Nothing else is read: this environment is invalid, too.
  const old = 'data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"20.19.0"}})';
  const child = start('node', ['--import', old, 'bff/dist/main.js'], { PORT: 'http' });
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(1);
  expect(child.output()).toMatch(/^This application needs Node\.js \d+ or newer; this is v[\d.]+\.\n$/);
});

test('npm start ends together with its server', async () => {
  const [port, managementPort] = [await freePort(), await freePort()];
  const env = {
    PORT: String(port),
    MANAGEMENT_PORT: String(managementPort),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
  };
  const child = start('npm', ['start'], env);
  await waitUntilStarted(child, `http://127.0.0.1:${port}/web/`);
  const ended = new Promise((resolve) => child.on('exit', resolve));
  // A supervisor sends the signal to npm only.
  child.kill('SIGTERM');
  await ended;
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${port}/web/`).then(
        () => 'up',
        () => 'down',
      ),
    )
    .toBe('down');
  await child.stop();
});
