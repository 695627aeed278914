import { limits } from '@web/bff/contract/constants';
import { NoAnswer, type Answer, type Ask } from '../request.ts';
import type { Target } from '../target.ts';
import { sameSiteHeaders } from '../same-site.ts';
import { withEcho, type Diagnosis, type Patient } from './check.ts';
import { diagnostics, readEcho } from './echo.ts';
import { found } from './findings.ts';
import { shakeHands, watchEvents } from './live.ts';
import { brief, problemCode } from './ours.ts';

const EVENTS_APART_MS = 500;

async function askOrNot(target: Target, path: string, init?: Ask): Promise<Answer | string> {
  try {
    return await target.ask(path, init);
  } catch (error) {
    if (error instanceof NoAnswer) return error.message;
    throw error;
  }
}

const said = (answer: Answer | string) => (typeof answer === 'string' ? answer : brief(answer));

export const events: Diagnosis = {
  id: 'events',
  title: 'Events arrive one by one.',
  isSlow: true,
  examine: withEcho(async ({ target }) => {
    const { status, atMs } = await watchEvents(`${target.origin}${diagnostics(target)}/events`);
    const [, second = 0] = atMs;
    return status === 200 && second > EVENTS_APART_MS
      ? 'well'
      : found('events-buffered', `two events, sent 1 s apart, arrived ${second} ms apart (status ${status})`);
  }),
};

export const upgrade: Diagnosis = {
  id: 'upgrade',
  title: 'A WebSocket is let through.',
  examine: withEcho(async ({ target }) => {
    const status = await shakeHands(`${target.origin}${diagnostics(target)}/socket`);
    return status === 101 ? 'well' : found('upgrade-refused', `the handshake is answered with ${status}`);
  }),
};

/** Without diagnostics a call that is not there refuses a body no sooner than one that is. */
export const body: Diagnosis = {
  id: 'body',
  title:
    'A body as large as the application takes it is let through, and a larger one refused by the application.',
  isSlow: true,
  examine: async ({ target, echo }: Patient) => {
    const path = echo ? `${diagnostics(target)}/body` : `${target.base}/api/nope`;
    const post = (size: number) =>
      askOrNot(target, path, {
        method: 'POST',
        headers: { ...sameSiteHeaders, 'content-type': 'application/octet-stream' },
        body: Buffer.alloc(size, ' '),
      });
    const taken = await post(limits.BODY_BYTES);
    if (typeof taken === 'string' || taken.status === 413)
      return found('body-limit', `${said(taken)}, with ${limits.BODY_BYTES} bytes`);
    const refused = await post(limits.BODY_BYTES + 1);
    const isOurs = typeof refused !== 'string' && (refused.status !== 413 || problemCode(refused));
    return isOurs ? 'well' : found('body-limit', `${said(refused)}, in words that are not the application's`);
  },
};

export const timeout: Diagnosis = {
  id: 'timeout',
  title: 'Nobody in front gives up before the application does.',
  isSlow: true,
  examine: withEcho(async ({ target, slowMs }) => {
    const answer = await askOrNot(target, `${diagnostics(target)}/slow?ms=${slowMs}`);
    const isThere = typeof answer !== 'string' && answer.status === 200;
    return isThere ? 'well' : found('timeout-in-front', `${said(answer)}, of a call that takes ${slowMs} ms`);
  }),
};

const ENCODED = '/a%2Fb%20c?q=1%2F2';

export const encodedSlash: Diagnosis = {
  id: 'encoded-slash',
  title: 'An address arrives encoded as it was sent.',
  examine: async ({ target, echo }) => {
    if (!echo) {
      const [plain, encoded] = [
        await target.ask(`${target.base}/api/nope`),
        await target.ask(`${target.base}/api/nope${ENCODED}`),
      ];
      const isRefused = problemCode(plain) !== undefined && problemCode(encoded) === undefined;
      return isRefused
        ? found('encoded-slash', brief(encoded))
        : { unseen: 'passes; whether unchanged needs DIAGNOSTICS=true' };
    }
    const told = await readEcho(target, ENCODED);
    if (told?.arrived.endsWith(`/echo${ENCODED}`)) return 'well';
    return found(
      'encoded-slash',
      `${diagnostics(target)}/echo${ENCODED} arrived as ${told?.arrived ?? 'nothing'}`,
    );
  },
};
