import type { RequestListener } from 'node:http';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { STALLED } from '#platform/upstreams/connection.ts';
import {
  browser,
  codeOf,
  holding,
  json,
  late,
  recording,
  service,
  socketService,
  things,
  within,
} from './test-service.ts';

test('retries are limited to a tenth of the requests plus the initial budget', async () => {
  const { url, received } = await recording(json({}, 500));
  const { find } = things(url, { breakAtLeast: 1_000_000, waiting: 200 });
  const codes = await Promise.all(Array.from({ length: 90 }, () => codeOf(find('1'))));
  expect(new Set(codes)).toEqual(new Set(['upstream-error']));
  expect(received.length).toBeGreaterThan(90);
  expect(received.length).toBeLessThanOrEqual(90 + 9 + 2);
});

test('only a failed request with an idempotent method is retried', async () => {
  const { url, received } = await recording((request, reply) =>
    json({ id: '1' }, received.length % 2 ? 503 : 200)(request, reply),
  );
  const { find, create } = things(url);
  expect(await codeOf(find('1'))).toBe('ok');
  expect(await codeOf(create({}))).toBe('upstream-overloaded');
  expect(received).toEqual(['GET /things/1', 'GET /things/1', 'POST /things']);
});

test.each(['if-match', 'If-None-Match', 'if-unmodified-since'])(
  'a write with the header %s is not retried',
  async (name) => {
    const { url, received } = await recording(json({ id: '1' }, 503));
    const { put, get } = things(url, { breakAtLeast: 1_000 });
    const options = { headers: { [name]: '"1"' } };
    expect(await codeOf(put('/things/1', { ...options, body: {} }))).toBe('upstream-overloaded');
    expect(received).toEqual(['PUT /things/1']);
    await codeOf(get('/things/1', options));
    expect(received.filter((request) => request.startsWith('GET')).length).toBeGreaterThan(1);
  },
);

test('a 429 is retried after Retry-After', async () => {
  const times: number[] = [];
  const url = await service((request, reply) => {
    times.push(performance.now());
    if (times.length > 1) json({ id: '1' })(request, reply);
    else json({}, 429, { 'retry-after': '1' })(request, reply);
  });
  expect(await codeOf(things(url).find('1'))).toBe('ok');
  // A timer may fire a little early.
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(950);
});

test('the breaker opens after too many failures, and closes after a successful trial', async () => {
  let healthy = false;
  const { url, received } = await recording((request, reply) =>
    json({ id: '1' }, healthy ? 200 : 503)(request, reply),
  );
  const { create, state } = things(url, { breakAtLeast: 5, breakMs: 1_000 });
  expect(state()).toBe('unknown');
  const create5 = () => [create({}), create({}), create({}), create({}), create({})].map(codeOf);
  expect(await Promise.all(create5())).toEqual(Array(5).fill('upstream-overloaded'));
  expect(await Promise.all(create5())).toEqual(Array(5).fill('upstream-circuit-open'));
  expect(received).toHaveLength(5);
  expect(state()).toBe('degraded');

  healthy = true;
  await sleep(1_050);
  expect((await Promise.all(create5())).toSorted()).toEqual([
    'ok',
    ...Array(4).fill('upstream-circuit-open'),
  ]);
  expect(received).toHaveLength(6);
  expect(state()).toBe('up');
  expect(await Promise.all(create5())).toEqual(Array(5).fill('ok'));
});

test.each([
  ['a refused connection', async () => new URL('http://127.0.0.1:1'), 'upstream-unreachable'],
  ['an unknown host', async () => new URL('http://host.invalid'), 'upstream-unreachable'],
  [
    'a port that does not speak TLS',
    async () => new URL(String(await service(json({}))).replace('http', 'https')),
    'upstream-unreachable',
  ],
  ['a 502', async () => service(json({}, 502)), 'upstream-error'],
  ['a 503', async () => service(json({}, 503)), 'upstream-overloaded'],
  ['a 504', async () => service(json({}, 504)), 'upstream-error'],
])('%s opens the breaker', async (_what, open, code) => {
  const { create } = things(await open(), { breakAtLeast: 2 });
  expect([await codeOf(create({})), await codeOf(create({}))]).toEqual([code, code]);
  expect(await codeOf(create({}))).toBe('upstream-circuit-open');
});

test('a request whose first attempt opens the breaker fails with the cause of that attempt', async () => {
  const { find } = things(new URL('http://127.0.0.1:1'), { breakAtLeast: 1 });
  expect(await codeOf(find('1'))).toBe('upstream-unreachable');
  expect(await codeOf(find('1'))).toBe('upstream-circuit-open');
});

const lost = () => socketService((socket) => socket.on('data', () => socket.resetAndDestroy()));

test.each<[string, () => Promise<URL>, string, string]>([
  ['a 500', async () => service(json({}, 500)), 'upstream-error', 'degraded'],
  ['a 404', async () => service(json({}, 404)), 'upstream-error', 'degraded'],
  ['a lost connection', lost, 'upstream-unreachable', 'degraded'],
  ['a timeout', async () => service(() => {}), 'upstream-timeout', 'degraded'],
])('%s does not open the breaker, which a client could cause', async (_what, open, code, expected) => {
  const { create, state } = things(await open(), { breakAtLeast: 1, headersMs: 100, totalMs: 2_000 });
  for (let sent = 0; sent < 4; sent += 1)
    // oxlint-disable-next-line no-await-in-loop
    expect(await codeOf(create({}))).toBe(code);
  expect(state()).toBe(expected);
});

const thing = json({ id: '1' });
const html: RequestListener = (_request, reply) =>
  void reply.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Maintenance</h1>');

test.each<[string, RequestListener]>([
  ['HTML', html],
  ['JSON of another schema', json({ id: 1 })],
  ['a redirect to a sign-in', json({}, 302, { location: '/sign-in' })],
  ['401', json({}, 401)],
  ['429', json({}, 429)],
  ['500', json({}, 500)],
])(
  'an upstream that answers %s to every call is degraded until its calls succeed',
  async (_what, failure) => {
    let respond = thing;
    const { create, state } = things(await service((request, reply) => respond(request, reply)));
    const callUntil = async (expected: string) => {
      let calls = 0;
      for (; state() !== expected && calls < 100; calls += 1)
        // oxlint-disable-next-line no-await-in-loop
        await codeOf(create({}));
      return calls;
    };
    expect(await callUntil('up')).toBe(1);
    respond = failure;
    expect(await callUntil('degraded')).toBeLessThan(10);
    respond = thing;
    expect(await callUntil('up')).toBeLessThan(10);
  },
);

test('an upstream of which every third call fails never becomes degraded', async () => {
  let calls = 0;
  const url = await service((request, reply) => ((calls += 1) % 3 === 0 ? html : thing)(request, reply));
  const { create, state } = things(url);
  const states = new Set<unknown>();
  for (let sent = 0; sent < 60; sent += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await codeOf(create({}));
    states.add(state());
  }
  expect([...states]).toEqual(['up']);
});

test('the breaker does not count a client disconnect', async () => {
  const url = await service((request, reply) => {
    if (request.method === 'GET') json({}, 404)(request, reply);
  });
  const { find, as } = things(url, { breakAtLeast: 2 });
  await Promise.all(
    [1, 2, 3, 4].map(async () => {
      const { deadline, disconnect } = browser();
      const work = codeOf(as({ deadline }).create({}));
      await sleep(50);
      disconnect();
      expect(await work).toBe('disconnected');
    }),
  );
  expect(await codeOf(find('1'))).toBe('upstream-error');
});

test.each<[string, RequestListener, string]>([
  ['a disconnect of the client', () => {}, 'disconnected'],
  ['a timeout', () => {}, 'upstream-timeout'],
  ['a lost connection', (request) => request.socket.resetAndDestroy(), 'upstream-unreachable'],
])('after %s of the breaker’s trial request, the next request is the trial', async (what, during, code) => {
  let respond: RequestListener = json({}, 503);
  const url = await service((request, reply) => respond(request, reply));
  const { create, as, state } = things(url, { breakAtLeast: 1, breakMs: 1_000, headersMs: 300 });
  expect(await codeOf(create({}))).toBe('upstream-overloaded');
  respond = during;
  await sleep(1_050);
  const { deadline, disconnect } = browser();
  const trial = codeOf(as({ deadline }).create({}));
  if (what.startsWith('a disconnect')) setTimeout(disconnect, 20);
  expect([await trial, state()]).toEqual([code, 'degraded']);
  respond = json({ id: '1' });
  expect(await codeOf(create({}))).toBe('ok');
  expect(state()).toBe('up');
});

test('stalled uploads fail with request-timeout without opening the breaker, and leave half of the connections free', async () => {
  const url = await service((request, reply) => {
    if (request.url !== '/uploads') json({ id: '1' })(request, reply);
  });
  const { find, as } = things(url, { connections: 8, totalMs: 300, breakAtLeast: 2 });
  const stalled = Array.from({ length: 12 }, (_, index) => {
    const { post } = as({ client: `client ${index % 4}`, deadline: late() });
    const body = new PassThrough();
    body.write('8 bytes.');
    return codeOf(post('/uploads', { body }));
  });
  expect(await Promise.all([find('1'), find('2'), find('3'), find('4')].map(codeOf))).toEqual(
    Array(4).fill('ok'),
  );
  expect(new Set(await Promise.all(stalled))).toEqual(new Set(['request-timeout']));
  expect(await codeOf(find('5'))).toBe('ok');
});

test('the breaker does not count a deadline that passes while the request is queued', async () => {
  const url = await service(async (request, reply) => {
    await sleep(900);
    json({ id: '1' })(request, reply);
  });
  const { find } = things(url, { connections: 1, totalMs: 1_500, breakAtLeast: 1, breakAtShare: 0.4 });
  expect(await Promise.all([find('1'), find('2')].map(codeOf))).toEqual(['ok', 'upstream-timeout']);
  expect(await codeOf(find('3'))).toBe('ok');
});

test('a client’s calls with a long deadline leave connections free for other clients, also for their long calls', async () => {
  const { url, held, respond } = await holding();
  const { as } = things(url, { connections: 8, waiting: 64 });
  const of = (client: string, deadlineMs?: number) => as({ client, routeOptions: within(deadlineMs) });
  const hanging = Array.from({ length: 40 }, () => codeOf(of('one', 60_000).find('1')));
  await expect.poll(() => held.length).toBe(2);
  const newcomers = [of('other').find('1'), of('other', 60_000).find('1'), of('third', 60_000).find('1')];
  await expect.poll(() => held.length).toBe(5);
  for (let index = 2; index < 5; index += 1) respond(index);
  expect(await Promise.all(newcomers.map(codeOf))).toEqual(['ok', 'ok', 'ok']);
  for (const index of [0, 1, ...Array.from({ length: 38 }, (_, more) => 5 + more)]) {
    // oxlint-disable-next-line no-await-in-loop
    await expect.poll(() => held.length).toBeGreaterThan(index);
    respond(index);
  }
  expect(new Set(await Promise.all(hanging))).toEqual(new Set(['ok']));
});

test('a client that does not read its downloads blocks neither its own other requests nor downloads of other clients', async () => {
  const url = await service((request, reply) => {
    if (request.url === '/files') reply.writeHead(200).write('a chunk');
    else json({ id: '1' })(request, reply);
  });
  const { as } = things(url, { connections: 8, totalMs: 500 });
  const of = (client: string) => as({ client });
  const unread = Array.from({ length: 8 }, () => of('one').get('/files', {}, 'stream'));
  expect((await of('other').get('/files', {}, 'stream')).contentType).toBe('application/octet-stream');
  expect(await codeOf(of('one').find('1'))).toBe('ok');
  const settled = await Promise.allSettled(unread);
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  for (const end of settled) if (end.status === 'fulfilled') end.value.body.destroy();
});

test('freed connections go to the queued clients in turn', async () => {
  const { url, held, respond } = await holding();
  const { as } = things(url, { connections: 1, waiting: 4 });
  const order: string[] = [];
  const send = async (client: string) => {
    const code = await codeOf(as({ client }).find(client));
    order.push(`${client} ${code}`);
  };
  const work = ['a', 'a', 'a', 'a', 'b', 'c'].map(send);
  await expect.poll(() => order).toEqual(['a upstream-overloaded']);
  for (const turn of [0, 1, 2, 3, 4]) {
    // oxlint-disable-next-line no-await-in-loop
    await expect.poll(() => held.length).toBe(turn + 1);
    respond(turn);
  }
  await Promise.all(work);
  expect(order.slice(1)).toEqual(['a ok', 'a ok', 'b ok', 'c ok', 'a ok']);
});

test('when all connections are in use and the queue is full, further requests fail with upstream-overloaded', async () => {
  const { url, held, respond } = await holding();
  const slow = things(url, { connections: 2, waiting: 3 });
  const ends: string[] = [];
  const work = Array.from({ length: 20 }, async (_, index) =>
    ends.push(await codeOf(slow.as({ client: String(index) }).find('1'))),
  );
  await expect.poll(() => ends.length).toBe(15);
  expect(new Set(ends)).toEqual(new Set(['upstream-overloaded']));
  for (let done = 0; done < 5; done += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await expect.poll(() => held.length).toBe(Math.min(done + 2, 5));
    respond(done);
  }
  await Promise.all(work);
  expect(ends.slice(15)).toEqual(Array(5).fill('ok'));
});

test('a stalled upload or download is aborted to make room for another client’s stream', async () => {
  const url = await service((request, reply) => {
    if (request.url === '/files') reply.end('a chunk');
    else request.resume().on('end', () => json({})(request, reply));
  });
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  /** Opens as many streams as the upstream allows: two for one client, one for a second. Then opens a stream for a third client. */
  async function fill<T>(open: (of: ReturnType<ReturnType<typeof things>['as']>) => T) {
    const { as } = things(url, { connections: 6, totalMs: 20_000 });
    const of = (client: string) => as({ client, ...(client === 'late' && { deadline: late() }) });
    const first = open(of('late'));
    await sleep(50);
    const second = open(of('late'));
    await of('unread').get('/files', {}, 'stream');
    const other = of('other').get('/files', {}, 'stream');
    await sleep(100);
    vi.advanceTimersByTime(5_100);
    expect(await text((await other).body)).toBe('a chunk');
    return { first, second };
  }

  const download = await fill((of) => of.get('/files', {}, 'stream'));
  const { body } = await download.first;
  expect(body.errored).toMatchObject({ code: 'request-timeout', cause: { message: STALLED } });

  const upload = await fill((of) => {
    const content = new PassThrough();
    content.write('a chunk');
    return codeOf(of.post('/uploads', { body: content }));
  });
  expect(await Promise.race([upload.first, upload.second])).toBe('request-timeout');
});
