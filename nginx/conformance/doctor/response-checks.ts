import { limits } from '@web/bff/contract/kit/limits';
import { inEveryEncoding, respond } from '../case.ts';
import { checkFields } from '../cases/responses.ts';
import { check, field, header, onlyHeader, problem } from '../checks.ts';
import { decode } from '../request.ts';
import { readShell } from '../site.ts';
import { ask, type Check } from './check.ts';
import type { Finding } from './advice.ts';

/** The endpoint sends its second event after a second. */
const EVENT_GAP_MS = 300;
/** Tolerance for timers that fire early. */
const TIMER_MS = 50;

export const responseChecks: Partial<Record<Finding, Check>> = {
  'read timeout': async (target, options) => {
    const startedAt = performance.now();
    const response = await ask(target, options, `?delayMs=${options.delayMs}`);
    // The application responds at the deadline of a call.
    const earliestMs = Math.min(options.delayMs, limits.CALL_MS) - TIMER_MS;
    const afterMs = Math.round(performance.now() - startedAt);
    check(afterMs >= earliestMs, response, `no response before ${earliestMs} ms`, `one after ${afterMs} ms`);
  },

  'events buffered': async (target, options) => {
    const response = await ask(target, options, '?events');
    const gapMs = response.partsAtMs.at(-1) ?? 0;
    check(gapMs >= EVENT_GAP_MS, response, 'two events, one second apart', `${gapMs} ms apart`);
  },

  'error pages instead of problem documents': async (target, options) => {
    await respond({ paths: '/api/no-such-call' }, problem(404))(target);
    if (options.delayMs > limits.CALL_MS)
      problem(504)(await ask(target, options, `?delayMs=${options.delayMs}`));
  },

  'documents cached': async (target, options) => {
    const [first, second] = [await readShell(target), await readShell(target)];
    field('cache-control', 'no-cache')(second);
    const [id, ofFirst] = [second, first].map((response) => header(response, 'x-request-id'));
    check(id !== ofFirst, second, 'another X-Request-Id each time', id);
    field('cache-control', 'no-store')(await ask(target, options));
  },

  'compression lost or applied twice': inEveryEncoding('/', async (response, target, { path, headers }) => {
    const expected = headers?.['accept-encoding'];
    const coding = header(response, 'content-encoding') ?? 'identity';
    check(coding === expected, response, `content-encoding: ${expected}`, coding);
    const { body } = await target.request(path);
    const isSame = decode(response.body, coding)?.equals(body) ?? false;
    check(isSame, response, 'the same body in each encoding', 'another');
  }),

  'ETag weakened or dropped': inEveryEncoding('/', field('etag', /^"[^"]+"$/, 'strong')),

  'security header dropped or duplicated': respond({ paths: '/ /api/status' }, checkFields),

  'cookie path rewritten': async (target, options) => {
    const response = await ask(target, options);
    const sent = `diagnostics=1; Path=${target.base}; Max-Age=0; HttpOnly; Secure; SameSite=Lax`;
    const received = onlyHeader(response, 'set-cookie');
    check(received === sent, response, `set-cookie: ${sent}`, received);
  },
};
