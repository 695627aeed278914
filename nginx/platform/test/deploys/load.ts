import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import { API_PATH } from '@web/bff/platform/contract/api-path';
import { startServer } from '#platform/testing/start-server.ts';

/** Minimum number of requests per test; `.ci/full` sends 10,000. */
const REQUESTS = Number(process.env['DEPLOY_REQUESTS'] ?? 1_000);
const CALLERS = 12;
/** Time to wait after a change. Must exceed the balancers' check interval of one second, and the lifetime of nginx's DNS cache. */
export const SETTLE_MS = 3_000;
const POSTS = `${API_PATH}/test/ordered`;
const reads = [
  `${BASE_PATH}/`,
  `${API_PATH}/status`,
  `${BASE_PATH}/favicon.svg`,
  `${API_PATH}/test/text/20000`,
];

/** Starts an upstream service that counts requests by path. Listens on all interfaces, so that containers can reach it. */
export async function startCounter() {
  const counts = new Map<string, number>();
  const server = await startServer(({ url = '' }, response) => {
    counts.set(url, (counts.get(url) ?? 0) + 1);
    response.end();
  }, '0.0.0.0');
  return { ...server, counts };
}

export type Counter = Awaited<ReturnType<typeof startCounter>>;

export const nothingLost = { failed: [], cut: [], doubled: [] };

/**
 * Repeats a disruption under load. Every fifth request is a POST. Retries only a GET whose response is cut off. `doubled` lists the POSTs that the
 * upstream received more than once.
 */
export async function underLoad(origin: string, counter: Counter, disrupt: () => Promise<unknown>) {
  counter.counts.clear();
  const dispatcher = new Agent({
    connections: CALLERS,
    connect: { rejectUnauthorized: false },
    // With HTTP/2, undici would by itself retry requests that HAProxy rejects after a replica has died.
    allowH2: false,
  });
  const [failed, failedPosts, cut] = [[], [], []] as [string[], string[], string[]];
  const startedAt = Date.now();
  const load = { sent: 0, ended: false };
  const send = async (path: string, method: 'GET' | 'POST'): Promise<void> => {
    const refused = method === 'POST' ? failedPosts : failed;
    let list = refused;
    const describe = (how: unknown) => `${path} at ${Date.now() - startedAt}: ${String(how)}`;
    try {
      const headers = method === 'POST' ? { 'x-requested-by': 'test' } : {};
      const { statusCode, body } = await request(`${origin}${path}`, { dispatcher, method, headers });
      if (method === 'GET') list = cut;
      const text = await body.text();
      if (statusCode !== 200) refused.push(describe(`${statusCode} ${text}`));
    } catch (error) {
      list.push(describe(error));
      if (list === cut) await send(path, method);
    }
  };
  const callers = Array.from({ length: CALLERS }, async () => {
    while (!load.ended) {
      const number = (load.sent += 1);
      if (number % 5 === 0) await send(`${POSTS}/${number}`, 'POST');
      else await send(reads[number % reads.length] ?? '', 'GET');
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
  const counts = `failed GETs: ${failed.length}, POSTs: ${failedPosts.length}, cut: ${cut.length}`;
  console.info(`${load.sent} requests, ${counts}`);
  const doubled = [...counter.counts].filter(([, count]) => count > 1).map(([path]) => path);
  return { failed, failedPosts, cut, doubled };
}
