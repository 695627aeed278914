import { limits } from '@web/bff/contract/kit/limits';
import { securityHeaders } from '@web/bff/edge/security-headers';
import { header, mediaType } from '../checks.ts';
import { accepting, ENCODINGS } from '../request-headers.ts';
import { decode, type TargetResponse } from '../request.ts';
import { ask, summary, type Check, type Context } from './check.ts';
import type { Finding } from './advice.ts';

/** The endpoint sends its second event a second later. */
const EVENT_GAP_MS = 300;
/** A timer may fire so much early. */
const TIMER_MS = 50;

const document = ({ target }: Context, headers: Readonly<Record<string, string>> = {}) =>
  target.request(`${target.base}/`, { headers });

/** The first security header that is not there exactly once, or has another value. */
function changedHeader({ headers, request }: TargetResponse, isDocument: boolean): string | undefined {
  for (const [name, expected] of Object.entries(securityHeaders)) {
    const values = headers[name] ?? [];
    // The policy of a document depends on the build.
    const isPolicy = isDocument && name === 'content-security-policy';
    const isExpected = isPolicy ? /require-trusted-types-for/.test(values[0] ?? '') : values[0] === expected;
    if (values.length !== 1 || !isExpected)
      return `${request} → ${name}: ${values.join(' and ') || 'missing'}; the application sends it once`;
  }
  return undefined;
}

/** The difference of a response from a problem of the application with this status. */
const problemDifference = (response: TargetResponse, status: number): string | undefined =>
  response.status === status &&
  mediaType(response) === 'application/problem+json' &&
  response.text.includes('"requestId"')
    ? undefined
    : `${summary(response)}; the application sends ${status} application/problem+json`;

/** What the application answers must be received. */
export const responseChecks: Partial<Record<Finding, Check>> = {
  'read timeout': async (context) => {
    const startedAt = performance.now();
    const response = await ask(context, `?delayMs=${context.delayMs}`);
    // At the deadline of a call the application itself answers.
    const earliestMs = Math.min(context.delayMs, limits.CALL_MS) - TIMER_MS;
    const afterMs = Math.round(performance.now() - startedAt);
    return afterMs >= earliestMs ? undefined : `${summary(response)} after ${afterMs} ms`;
  },

  'events buffered': async (context) => {
    const { partsAtMs, text, request } = await ask(context, '?events');
    if ((partsAtMs.at(-1) ?? 0) >= EVENT_GAP_MS && text.startsWith('data: 1')) return undefined;
    return `${request}: two events, sent with a second between them, arrived ${partsAtMs.at(-1) ?? 0} ms apart`;
  },

  'error pages instead of problem documents': async (context) => {
    const { target, delayMs } = context;
    const unknown = problemDifference(await target.request(`${target.base}/api/no-such-call`), 404);
    if (unknown || delayMs < limits.CALL_MS) return unknown;
    return problemDifference(await ask(context, `?delayMs=${delayMs}`), 504);
  },

  'documents cached': async (context) => {
    const [first, second] = [await document(context), await document(context)];
    const isRepeated = header(first, 'x-request-id') === header(second, 'x-request-id');
    if (isRepeated) return `${second.request} was answered by a cache: two responses with one X-Request-Id`;
    for (const [response, expected] of [
      [second, 'no-cache'],
      [await ask(context), 'no-store'],
    ] as const) {
      const received = header(response, 'cache-control');
      const isKept = received !== expected || header(response, 'expires') !== undefined;
      if (isKept)
        return `${response.request} → Cache-Control: ${received}, the application sends ${expected}`;
    }
    return undefined;
  },

  'compression lost or applied twice': async (context) => {
    const plain = await document(context, accepting('identity'));
    for (const encoding of ENCODINGS) {
      const response = await document(context, accepting(encoding));
      const received = header(response, 'content-encoding') ?? 'identity';
      const isSame = decode(response.body, received)?.equals(plain.body);
      if (received !== encoding || !isSame)
        return `${response.request}, Accept-Encoding: ${encoding} → ${received}${isSame ? '' : ', another body'}`;
    }
    return undefined;
  },

  'ETag weakened or dropped': async (context) => {
    for (const encoding of ENCODINGS) {
      const response = await document(context, accepting(encoding));
      const tag = header(response, 'etag') ?? 'missing';
      if (!/^"[^"]+"$/.test(tag)) return `${response.request}, Accept-Encoding: ${encoding} → ETag ${tag}`;
    }
    return undefined;
  },

  'security header dropped or duplicated': async (context) =>
    changedHeader(await document(context), true) ?? changedHeader(await ask(context), false),

  'cookie path rewritten': async (context) => {
    const { headers } = await ask(context);
    const sent = `diagnostics=1; Path=${context.target.base}; Max-Age=0; HttpOnly; Secure; SameSite=Lax`;
    const received = headers['set-cookie']?.join(' and ');
    return received === sent ? undefined : `sent ${sent}, received ${received ?? 'none'}`;
  },
};
