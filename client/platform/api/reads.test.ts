import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import { createRead, markStale, type Revalidate } from './reads.ts';

let sent: string[];
let failing = '';

beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string) => {
    sent.push(url.replace(`${BASE_PATH}/api`, ''));
    const [status, type] = failing && url.endsWith(failing) ? [503, 'problem+json'] : [200, 'json'];
    return new Response('{"code":"unavailable"}', {
      status,
      headers: { 'content-type': `application/${type}` },
    });
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Runs a loader with two reads. Returns the requested paths. */
async function load(isShown: boolean): Promise<string[]> {
  sent = [];
  const read = createRead(new AbortController().signal, isShown) as (key: string) => Promise<unknown>;
  await Promise.allSettled([read('GET /list'), read('GET /tags')]);
  return sent;
}

test.each<[what: string, writes: readonly unknown[], sent: readonly string[]]>([
  ['everything if there was no write', [], ['/list', '/tags']],
  ['only the call that a write names', [['GET /tags']], ['/tags']],
  ['the calls that two writes name', [['GET /tags'], ['GET /list']], ['/list', '/tags']],
  ['everything if a write makes everything stale', ['everything'], ['/list', '/tags']],
])(
  'the first revalidation refetches %s; the second refetches everything',
  async (_what, writes, expected) => {
    expect(await load(false)).toEqual(['/list', '/tags']);
    for (const write of writes) markStale(write as Revalidate);
    expect(await load(true)).toEqual(expected);
    expect(await load(true)).toEqual(['/list', '/tags']);
  },
);

test('revalidation retries a failed read even if `revalidate` does not name the read', async () => {
  failing = '/list';
  await load(false);
  failing = '';
  markStale([]);
  expect(await load(true)).toEqual(['/list']);
});

test('a fulfilled read has the properties `status` and `value` that React’s `use` needs', async () => {
  failing = '';
  const read = createRead(new AbortController().signal, false) as (key: string) => Promise<unknown>;
  const list = read('GET /list');
  const value = await list;
  expect(list).toMatchObject({ status: 'fulfilled', value });
});
