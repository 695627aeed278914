import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRead, markStale, type Read, type Rereads } from './reads.ts';

let sent: string[];
let failing: string[];

beforeEach(() => {
  sent = [];
  failing = [];
  vi.stubGlobal('fetch', async (url: string) => {
    sent.push(url);
    const status = failing.includes(url) ? 503 : 200;
    const type = status === 200 ? 'application/json' : 'application/problem+json';
    return new Response('{"code":"unavailable"}', { status, headers: { 'content-type': type } });
  });
});

afterEach(() => vi.unstubAllGlobals());

/** These calls are in no contract. */
const named = (...keys: readonly string[]) => keys as Rereads;

/** One run of a screen's loader, which reads both calls. */
async function load(isShown: boolean): Promise<string[]> {
  sent = [];
  const read = createRead(new AbortController().signal, isShown) as Read &
    ((key: string) => Promise<unknown>);
  await Promise.allSettled([read('GET /list' as never), read('GET /tags' as never)]);
  return sent.map((url) => url.replace('/web/api', ''));
}

test('a screen that is entered reads everything, and so does a refresh', async () => {
  expect(await load(false)).toEqual(['/list', '/tags']);
  expect(await load(true)).toEqual(['/list', '/tags']);
});

test('after a write that names a call, that call alone is sent again, once', async () => {
  await load(false);
  markStale(named('GET /tags'));
  expect(await load(true)).toEqual(['/tags']);
  expect(await load(true)).toEqual(['/list', '/tags']);
});

test('the calls of two writes that end together are sent again', async () => {
  await load(false);
  markStale(named('GET /tags'));
  markStale(named('GET /list'));
  expect(await load(true)).toEqual(['/list', '/tags']);
});

test('a read that failed is sent again, whatever a write names', async () => {
  failing = ['/web/api/list'];
  await load(false);
  failing = [];
  markStale([]);
  expect(await load(true)).toEqual(['/list']);
});
