import {
  digestOf,
  EVENT_GAP_MS,
  HEAD_BYTES,
  REPLY_FIELD,
  replyStatuses,
  replyTo,
  type ReplyQuery,
} from '@web/bff/edge/diagnostics';
import { securityHeaders } from '@web/bff/edge/security-headers';
import { header, mediaType, NotObservable } from '../../checks.ts';
import type { TargetResponse } from '../../request.ts';
import { accepting } from '../../request-headers.ts';
import { ask, askReply, orReason } from '../ask.ts';
import type { Check, Context, Difference } from '../check.ts';
import { compareFraming, compareResponse } from '../compare-responses.ts';
import { isFromApplication, problemCode, summary } from '../recognise.ts';
import { comparesEach } from './compares-each.ts';

const KIB = 1024;
const problem = 'application/problem+json';
const errors = replyStatuses
  .filter((status) => status >= 400)
  .map((status): ReplyQuery => ({ status, type: problem }));
const bodies: readonly ReplyQuery[] = [
  { type: 'text/html' },
  { type: 'text/javascript' },
  { type: 'application/json' },
  { type: 'application/octet-stream' },
  { type: 'application/pdf' },
  { type: 'application/xml' },
  { type: 'text/csv' },
  { type: 'text/plain', bytes: 65 * KIB },
  { type: 'application/json', bytes: 1_000_000 },
];
const fields: readonly ReplyQuery[] = [
  { fields: true },
  { status: 201, fields: true },
  { status: 202, type: 'application/json' },
  { status: 303, fields: true },
  { status: 307, fields: true },
  { status: 401, type: problem, fields: true },
  { status: 405, type: problem, fields: true },
  { status: 503, type: problem, fields: true },
];
/** What a cookie may have; proxies begin with 4 KiB for all fields of a response. */
const largeFields: readonly ReplyQuery[] = [{ fieldBytes: 2 * KIB }];

/** Whose pages may not read a response. */
const OTHER_ORIGIN = { origin: 'https://other.example' };

async function compareReply(context: Context, query: ReplyQuery): Promise<readonly Difference[]> {
  const { status, headers, body } = replyTo(query);
  const came = await orReason(askReply(context, query, { ...accepting('identity'), ...OTHER_ORIGIN }));
  if (typeof came === 'string') return [{ kind: 'response-body-cut', quote: came }];
  const expected = {
    status,
    headers: { ...securityHeaders, ...headers },
    bytes: body.length,
    digest: digestOf(body),
    head: digestOf(body.subarray(0, HEAD_BYTES)),
    body,
  };
  const asked = `, asked for ${JSON.stringify(query)}`;
  // Who sends another page because of a large field says 502.
  const isLimit = query.fieldBytes !== undefined && !isFromApplication(came);
  return compareResponse(expected, came).map(({ kind, quote, ...difference }) => ({
    ...difference,
    kind: isLimit ? 'response-header-limit' : kind,
    quote: quote + asked,
  }));
}

const compares = (id: string, title: string, items: readonly ReplyQuery[]) =>
  comparesEach({ id, title, items, compare: compareReply });

async function compareEvents(context: Context): Promise<readonly Difference[]> {
  const headers = { accept: 'text/event-stream', 'accept-encoding': 'gzip' };
  const came = await orReason(ask(context, 'events', { headers }));
  if (typeof came === 'string') return [{ kind: 'stream-cut', quote: came }];
  if (!isFromApplication(came)) return [{ kind: 'response-replaced', quote: summary(came) }];
  const type = mediaType(came);
  if (type !== 'text/event-stream')
    return [
      { kind: 'response-field-changed', field: 'content-type', quote: `events came as ${summary(came)}` },
    ];
  const unframed = compareFraming(came);
  if (unframed.length > 0) return unframed;
  const [last = 0] = came.partsAtMs.slice(-1);
  const coding = header(came, 'content-encoding') ?? 'identity';
  if (coding === 'identity' && last > EVENT_GAP_MS / 2) return [];
  if (coding === 'identity' && (came.text.match(/^data:/gm) ?? []).length === 1)
    return [{ kind: 'stream-cut', quote: summary(came) }];
  const how = coding === 'identity' ? `came ${last} ms apart` : `came compressed with ${coding}`;
  const quote = `${summary(came)}: events that were sent ${EVENT_GAP_MS} ms apart ${how}`;
  return [{ kind: 'events-held-back', quote }];
}

/** Of several nodes of a hop one may hold them back. */
const STREAMS = 3;

const events = comparesEach({
  id: 'events',
  title: 'Events arrive one by one.',
  items: Array.from({ length: STREAMS }),
  compare: compareEvents,
  untilFirst: true,
});

const timeout: Check = {
  id: 'timeout',
  title: 'No hop has a shorter timeout than the application.',
  run: async (context) => {
    const { slowMs } = context;
    const came = await orReason(askReply(context, { pauseMs: slowMs }));
    if (typeof came !== 'string' && came.status === 200) return [];
    // The application itself is late, so nothing is known of a hop.
    if (typeof came !== 'string' && problemCode(came))
      throw new NotObservable(`too slow to tell: ${summary(came)}`);
    const what = typeof came === 'string' ? came : summary(came);
    const isCut = typeof came === 'string' || came.status >= 500;
    const kind = isCut ? 'timeout-in-front' : 'response-replaced';
    return [{ kind, quote: `${what}, for a response after ${slowMs} ms` }];
  },
};

/** Some caches send what they had before in place of an error. */
const stale: Check = {
  id: 'stale',
  title: 'An error comes where a response came before.',
  run: async (context) => {
    const answers: TargetResponse[] = [];
    for (const status of [200, 503])
      answers.push(await ask(context, 'reply?same', { headers: { [REPLY_FIELD]: `status=${status}` } }));
    const [, second] = answers as [TargetResponse, TargetResponse];
    return second.status === 200
      ? [{ kind: 'cached', quote: `${summary(second)}, for a 503 of the application` }]
      : [];
  },
};

export const responseChecks: readonly Check[] = [
  compares('errors', "The application's errors come as it sends them.", errors),
  compares('replies', 'Bodies come as the application sends them.', bodies),
  comparesEach({
    id: 'reply-fields',
    title: 'Cookies, redirects and validators come as the application sends them.',
    items: fields,
    compare: compareReply,
    isRepeated: true,
  }),
  compares('large-fields', 'Large header fields of a response come.', largeFields),
  stale,
  events,
  timeout,
];
