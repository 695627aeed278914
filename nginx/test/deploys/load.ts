import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { API_PATH, BASE_PATH } from '@web/bff/contract/constants';
import type { Counter } from './counter.ts';

interface Outcome {
  /** What failed of the requests that change nothing: what, after how many milliseconds of the load, and how. */
  readonly failed: readonly string[];
  readonly failedPosts: readonly string[];
  /** Of the responses to GETs that had begun: those that broke off. No balancer keeps a response; the caller asked again. */
  readonly cut: readonly string[];
  /** The POSTs that the upstream received twice. */
  readonly doubled: readonly string[];
}

/** Requests at least in each test; `.ci/full` sends 10,000. */
const REQUESTS = Number(process.env['DEPLOY_REQUESTS'] ?? 1_000);
const CALLERS = 12;
/** Longer than a balancer that checks every second needs, and than nginx keeps what it has resolved. */
export const SETTLE_MS = 3_000;
const POSTS = `${API_PATH}/test/ordered`;
const reads = [
  `${BASE_PATH}/`,
  `${API_PATH}/status`,
  `${BASE_PATH}/favicon.svg`,
  `${API_PATH}/test/text/20000`,
];

/** What every deploy must fulfil, whatever happens to POSTs. */
export const nothingLost = { failed: [], cut: [], doubled: [] };

/** Disrupts again and again under load, until enough was sent. The load sends GETs and, each fifth time, a POST over kept connections, and nothing twice. */
export async function underLoad(
  origin: string,
  counter: Counter,
  disrupt: () => Promise<unknown>,
): Promise<Outcome> {
  counter.counts.clear();
  const dispatcher = new Agent({
    connections: CALLERS,
    connect: { rejectUnauthorized: false },
    // Over HTTP/2 undici sends a refused stream again, and HAProxy refuses one whose replica has died (operations/README.md).
    allowH2: false,
  });
  const [failed, failedPosts, cut] = [[], [], []] as [string[], string[], string[]];
  const startedAt = Date.now();
  const load = { sent: 0, ended: false };
  const send = async (path: string, isPost: boolean): Promise<void> => {
    const into = (list: string[], how: unknown) =>
      list.push(`${path} at ${Date.now() - startedAt}: ${String(how)}`);
    let hasBegun = false;
    try {
      const { statusCode, body } = await request(`${origin}${path}`, {
        dispatcher,
        method: isPost ? 'POST' : 'GET',
        ...(isPost && { headers: { 'x-requested-by': 'test' } }),
      });
      hasBegun = true;
      const text = await body.text();
      if (statusCode !== 200) into(isPost ? failedPosts : failed, `${statusCode} ${text}`);
    } catch (error) {
      const isCut = hasBegun && !isPost;
      into(isPost ? failedPosts : isCut ? cut : failed, error);
      if (isCut) await send(path, isPost);
    }
  };
  const callers = Array.from({ length: CALLERS }, async () => {
    while (!load.ended) {
      const number = (load.sent += 1);
      const isPost = number % 5 === 0;
      await send(isPost ? `${POSTS}/${number}` : (reads[number % reads.length] ?? ''), isPost);
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
  return {
    failed,
    failedPosts,
    cut,
    doubled: [...counter.counts].filter(([, count]) => count > 1).map(([path]) => path),
  };
}
