import { expect, onTestFinished, test, vi } from 'vitest';
import { createBulkhead } from '#platform/upstreams/bulkhead.ts';
import { Cancellation } from '#platform/upstreams/cancellation.ts';
import { defaults } from '#platform/upstreams/settings.ts';

/** Creates a bulkhead, and records which clients it serves and rejects, in order. */
function recorded(settings: Partial<typeof defaults>) {
  const bulkhead = createBulkhead({ ...defaults, ...settings });
  const served: string[] = [];
  const rejected: string[] = [];
  const releases: (() => void)[] = [];
  const request = async (client: string) => {
    try {
      releases.push(await bulkhead.acquire({ client: () => client }, new Cancellation()));
      served.push(client);
    } catch {
      rejected.push(client);
    }
  };
  const finishOne = async () => {
    releases.shift()?.();
    await vi.waitFor(() => expect(releases.length).toBeGreaterThan(0));
  };
  return { bulkhead, served, rejected, request, finishOne };
}

const keys = (count: number) => Array.from({ length: count }, (_, index) => `flood ${index}`);

test.each([
  [1, 1],
  [2, 2],
  [1, 7],
  [2, 7],
])(
  '%i connections: a flood from %i clients fills the queue, but another client still gets its turn',
  async (connections, count) => {
    const { bulkhead, served, rejected, request, finishOne } = recorded({ connections, waiting: 16 });
    const flood = keys(count);
    for (let sent = 0; sent < 100; sent += 1) void request(flood[sent % count] ?? '');
    expect(bulkhead.load()).toEqual({ inFlight: connections, waiting: 16 });
    void request('other');
    void request('other');
    for (let sent = 0; sent < 100; sent += 1) void request(flood[sent % count] ?? '');
    await vi.waitFor(() => expect(rejected).toHaveLength(200 - connections - 14));
    expect(rejected).not.toContain('other');
    // Between two turns of the client `other`, each client of the flood gets one turn.
    for (let turns = 0; turns < 2 * (count + 1); turns += 1) await finishOne();
    expect(served.filter((client) => client === 'other')).toHaveLength(2);
  },
);

test('a full queue rejects the newest request of the client with the most requests; if clients tie, it rejects the incoming request', async () => {
  const { rejected, served, request, finishOne } = recorded({ connections: 1, waiting: 4 });
  for (const client of ['a', 'a', 'a', 'a', 'b', 'c', 'b', 'c']) void request(client);
  await vi.waitFor(() => expect(rejected).toEqual(['a', 'b', 'c']));
  for (let turns = 0; turns < 4; turns += 1) await finishOne();
  expect(served).toEqual(['a', 'a', 'b', 'c', 'a']);
});

/** Returns functions that open and stall streams, with a fake clock. The default limits allow 16 streams. */
function streams() {
  // Not `hrtime`: from a jump of its clock, the metric of the event loop would record hours of measurements.
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const bulkhead = createBulkhead(defaults);
  const open: string[] = [];
  const ended: string[] = [];
  const stalledSince = new Map<string, number>();
  async function start(client: string) {
    let release = () => {};
    const long = {
      stalledMs: () => performance.now() - (stalledSince.get(client) ?? Infinity),
      end: () => {
        ended.push(client);
        open.splice(open.indexOf(client), 1);
        release();
      },
    };
    release = await bulkhead.acquire({ client: () => client, long }, new Cancellation());
    open.push(client);
  }
  const fill = async (clients: readonly string[]) => {
    for (let round = 0; round < 16; round += 1) for (const client of clients) start(client).catch(() => {});
    await vi.advanceTimersByTimeAsync(0);
  };
  const stall = (client: string) => stalledSince.set(client, performance.now());
  return { open, ended, start, fill, stall };
}

test.each([
  [1, 8],
  [2, 5],
  [5, 2],
  [7, 2],
])(
  'stalled streams of %i clients leave a place free for a stream of another client',
  async (count, least) => {
    const { open, ended, start, fill, stall } = streams();
    for (const client of keys(count)) stall(client);
    await fill(keys(count));
    for (const client of keys(count))
      expect(open.filter((owner) => owner === client).length).toBeGreaterThanOrEqual(least);
    void start('other');
    await vi.advanceTimersByTimeAsync(0);
    expect([open.includes('other'), ended]).toEqual([true, []]);
  },
);

test('to get a place, a client’s first stream can end a stream that stalled for 5 s, unless that is its client’s only stream', async () => {
  const { open, ended, start, stall } = streams();
  for (const client of ['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b', ...keys(8)]) void start(client);
  await vi.advanceTimersByTimeAsync(0);
  expect(open).toHaveLength(16);
  stall('flood 1');
  stall('c');
  await vi.advanceTimersByTimeAsync(1_000);
  stall('b');
  await vi.advanceTimersByTimeAsync(1_000);
  stall('a');
  void start('other');
  await vi.advanceTimersByTimeAsync(2_900);
  expect(ended).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect([ended, open.includes('other')]).toEqual([['c'], true]);
  for (const client of ['next', 'other', 'b']) start(client).catch(() => {});
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ended).toEqual(['c', 'b']);
});

test('the second streams of two clients wait while only one place is free, and start when another stream ends', async () => {
  const bulkhead = createBulkhead({ ...defaults, connections: 8 });
  const long = { stalledMs: () => 0, end: () => {} };
  const acquire = (client: string) => bulkhead.acquire({ client: () => client, long }, new Cancellation());
  const [release] = await Promise.all(['a', 'b', 'c'].map(acquire));
  const queued = ['b', 'a'].map(acquire);
  expect(bulkhead.load()).toEqual({ inFlight: 3, waiting: 2 });
  release?.();
  await Promise.all(queued);
  expect(bulkhead.load()).toEqual({ inFlight: 4, waiting: 0 });
});

test('streams that make progress are not ended, even if they take all places', async () => {
  const { open, ended, start, fill } = streams();
  await fill(keys(16));
  void start('other');
  await vi.advanceTimersByTimeAsync(60_000);
  expect([open.length, ended]).toEqual([16, []]);
});
