import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { API_PATH, BASE_PATH } from '@web/bff/contract/constants';
import type { Counter } from './counter.ts';

interface Outcome {
  /** What failed of the requests that change nothing: what, after how many milliseconds of the load, and how. */
  readonly failed: readonly string[];
  readonly failedPosts: readonly string[];
  /** The POSTs that the upstream received twice. */
  readonly doubled: readonly string[];
  /** The POSTs that succeeded here without having reached the upstream. */
  readonly invented: readonly string[];
}

/** Requests at least in each test; `.ci/full` sends 10,000. */
const REQUESTS = Number(process.env['DEPLOY_REQUESTS'] ?? 1_000);
const CALLERS = 12;
/** Longer than a balancer that checks every second needs, and than nginx keeps what it has resolved. */
export const SETTLE_MS = 3_000;
const reads = [
  `${BASE_PATH}/`,
  `${API_PATH}/status`,
  `${BASE_PATH}/favicon.svg`,
  `${API_PATH}/test/text/20000`,
];

/** What every deploy must fulfil, whatever happens to POSTs. */
export const nothingLost = { failed: [], doubled: [], invented: [] };

/** Disrupts again and again under load, until enough was sent. The load sends GETs and, each fifth time, a POST over kept connections, and nothing twice. */
export async function underLoad(
  origin: string,
  counter: Counter,
  disrupt: () => Promise<unknown>,
): Promise<Outcome> {
  counter.counts.clear();
  const dispatcher = new Agent({ connections: CALLERS, connect: { rejectUnauthorized: false } });
  const [failed, failedPosts, succeeded] = [[] as string[], [] as string[], [] as string[]];
  const startedAt = Date.now();
  const load = { sent: 0, ended: false };
  const call = async () => {
    const number = (load.sent += 1);
    const isPost = number % 5 === 0;
    const path = isPost ? `${API_PATH}/test/ordered/${number}` : (reads[number % reads.length] ?? '');
    const fail = (how: unknown) =>
      (isPost ? failedPosts : failed).push(`${path} at ${Date.now() - startedAt}: ${String(how)}`);
    try {
      const response = await request(`${origin}${path}`, {
        dispatcher,
        method: isPost ? 'POST' : 'GET',
        ...(isPost && { headers: { 'x-requested-by': 'test' } }),
      });
      const text = await response.body.text();
      if (response.statusCode !== 200) fail(`${response.statusCode} ${text}`);
      else if (isPost) succeeded.push(`/${number}`);
    } catch (error) {
      fail(error);
    }
  };
  const callers = Array.from({ length: CALLERS }, async () => {
    while (!load.ended) {
      await call();
      await sleep(20);
    }
  });
  do {
    await disrupt();
    await sleep(SETTLE_MS);
  } while (load.sent < REQUESTS);
  load.ended = true;
  await Promise.all(callers);
  await dispatcher.close();
  console.info(`${load.sent} requests, failed: ${failed.length}, of them POST: ${failedPosts.length}`);
  return {
    ...{ failed, failedPosts },
    doubled: [...counter.counts].filter(([, count]) => count > 1).map(([path]) => path),
    invented: succeeded.filter((path) => !counter.counts.has(path)),
  };
}
