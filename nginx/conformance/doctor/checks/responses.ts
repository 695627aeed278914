import {
  digestOf,
  EVENT_GAP_MS,
  HEAD_BYTES,
  replyTo,
  type BuiltVariant,
  type ReplyQuery,
} from '@web/bff/edge/diagnostics';
import { securityHeaders } from '@web/bff/edge/security-headers';
import { MEDIA_TYPES } from '../../cases/encodings.ts';
import { header, isRedirect, mediaType } from '../../checks.ts';
import type { TargetResponse } from '../../request.ts';
import { accepting } from '../../request-headers.ts';
import { ask, askFiles, askReply } from '../ask.ts';
import { NotObservable, type Check, type Context, type Difference } from '../check.ts';
import { compareHeaders, compareResponse } from '../compare-responses.ts';
import { kindInPlace } from '../in-place.ts';
import { isFromApplication, problemCode, summary } from '../recognise.ts';
import { orReason } from './requests.ts';

const KIB = 1024;
const problem = 'application/problem+json';
const statuses = [401, 403, 404, 409, 413, 422, 429, 500, 502, 503, 504] as const;
const errors = statuses.map((status): ReplyQuery => ({ status, type: problem }));
const bodies: readonly ReplyQuery[] = [
  { type: 'text/html' },
  { type: 'text/javascript' },
  { type: 'application/json' },
  { type: 'text/plain', bytes: 65 * KIB },
  { type: 'application/json', bytes: 1_000_000 },
];
const fields: readonly ReplyQuery[] = [
  { field: 'set-cookie' },
  { field: 'etag' },
  { status: 303, field: 'location' },
];
/** What a cookie may have; proxies begin with 4 KiB for all fields of a response. */
const largeFields: readonly ReplyQuery[] = [{ fieldBytes: 2 * KIB }];

async function compareReply(context: Context, query: ReplyQuery): Promise<readonly Difference[]> {
  const { status, headers, body } = replyTo(query);
  const came = await orReason(askReply(context, query, accepting('identity')));
  if (typeof came === 'string') return [{ kind: 'response-body-cut', quote: came }];
  const told = {
    status,
    headers: { ...securityHeaders, ...headers },
    bytes: body.length,
    digest: digestOf(body),
    head: digestOf(body.subarray(0, HEAD_BYTES)),
  };
  const asked = `, asked for ${JSON.stringify(query)}`;
  // Who sends another page because of a large field says 502.
  const isLimit = query.fieldBytes !== undefined && !isFromApplication(came);
  return compareResponse(told, came).map(({ kind, ...one }) => ({
    ...one,
    kind: isLimit ? 'response-header-limit' : kind,
    quote: one.quote + asked,
  }));
}

const compares = (id: string, title: string, queries: readonly ReplyQuery[]): Check => ({
  id,
  title,
  run: async (context) => {
    const differences: Difference[] = [];
    for (const query of queries) differences.push(...(await compareReply(context, query)));
    return differences;
  },
});

/** Whether a file of the build comes with its media type. */
function compareType(url: string, came: TargetResponse): Difference[] {
  const types = url.endsWith('/') ? MEDIA_TYPES['html'] : MEDIA_TYPES[url.split('.').at(-1) ?? ''];
  const type = header(came, 'content-type') ?? 'none';
  const isWell = types?.includes(mediaType(came)) ?? true;
  if (came.status !== 200 || (isWell && /^[^;]*(?:;\s*charset="?utf-8"?)?$/i.test(type))) return [];
  const quote = `${came.request}: content-type: ${types?.[0]} came as ${type}`;
  return [{ kind: 'response-field-changed', field: 'content-type', quote }];
}

/** Whether what a browser has kept is still good when it asks again. */
async function compareKept({ target }: Context, url: string, tag: string): Promise<Difference[]> {
  const headers = { ...accepting('identity'), 'if-none-match': tag };
  const came = await target.request(url, { headers });
  // What is not there at all is found without the field.
  if ([304, 404].includes(came.status)) return [];
  const quote = `${summary(came)} (If-None-Match: ${tag}), for a 304`;
  // The whole file comes to who has not sent the field.
  if (came.body.length > 0) return [{ kind: 'request-field-removed', field: 'if-none-match', quote }];
  return [{ kind: 'response-replaced', quote }];
}

/** The document and a script in every encoding, and each other file of the build. */
const files: Check = {
  id: 'files',
  title: 'The document and every file of the build come as they were built.',
  run: async (context) => {
    const built = await askFiles(context);
    if (built.length === 0) throw new NotObservable('the BFF has no build of the client');
    const first = built.find(({ url }) => url.endsWith('.js'));
    const differences: Difference[] = [];
    for (const { url, headers, variants } of built) {
      const isFirst = url === first?.url || url.endsWith('/');
      // Without the field, too: a hop may ask for gzip itself, and decompress it.
      for (const accepted of isFirst ? [undefined, ...Object.keys(variants)] : ['identity']) {
        const coding = accepted ?? 'identity';
        const { etag, ...content } = variants[coding] as BuiltVariant;
        const came = await context.target.request(url, { headers: accepting(accepted) });
        const told = { status: 200, headers: { ...securityHeaders, ...headers, etag }, coding, ...content };
        differences.push(...compareResponse(told, came), ...compareType(url, came));
      }
      const tag = variants['identity']?.etag;
      if (isFirst && tag) differences.push(...(await compareKept(context, url, tag)));
    }
    // Who compresses changes validators, too.
    if (!differences.some(({ kind }) => kind === 'compressed')) return differences;
    return differences.filter(({ kind }) => ['compressed', 'response-body-changed'].includes(kind));
  },
};

/** How a browser asks for a document, in a language that the check does not speak, from a phone. */
const NAVIGATION = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-language': 'de-AT,de;q=0.9,en;q=0.8',
  'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
};

/** Hops send some browsers elsewhere, or drop what follows the path. */
const document: Check = {
  id: 'document',
  title: 'Every browser gets the document, with a query, too.',
  run: async ({ target }) => {
    const came = await target.request(`${target.base}/?q=1`, { headers: NAVIGATION });
    if (came.status === 200 && isFromApplication(came)) return [];
    const quote = `${summary(came)}, for the document, as a phone asks for it in German`;
    return [{ kind: isRedirect(came) ? 'document-redirected' : kindInPlace(came), quote }];
  },
};

/** Where the application sends HTML to nobody: a missing file, an unknown call. */
const missing: Check = {
  id: 'missing',
  title: 'What is not found is the 404 of the application.',
  run: async ({ target }) => {
    const differences: Difference[] = [];
    for (const path of ['/assets/gone-1.js', '/api/nope', '/no/such/screen']) {
      const came = await target.request(target.base + path);
      if (came.status !== 404 || !isFromApplication(came))
        differences.push({
          kind: 'response-replaced',
          quote: `${summary(came)}, for a 404 of the application`,
        });
      else differences.push(...compareHeaders({ 'cache-control': 'no-store' }, came));
    }
    return differences;
  },
};

const events: Check = {
  id: 'events',
  title: 'Events arrive one by one.',
  run: async (context) => {
    const headers = { accept: 'text/event-stream', 'accept-encoding': 'gzip' };
    const came = await orReason(ask(context, 'events', { headers }));
    if (typeof came === 'string') return [{ kind: 'stream-cut', quote: came }];
    if (!isFromApplication(came)) return [{ kind: 'response-replaced', quote: summary(came) }];
    const type = mediaType(came);
    if (type !== 'text/event-stream')
      return [
        { kind: 'response-field-changed', field: 'content-type', quote: `events came as ${summary(came)}` },
      ];
    const [last = 0] = came.partsAtMs.slice(-1);
    const coding = header(came, 'content-encoding') ?? 'identity';
    if (coding === 'identity' && last > EVENT_GAP_MS / 2) return [];
    if (coding === 'identity' && (came.text.match(/^data:/gm) ?? []).length === 1)
      return [{ kind: 'stream-cut', quote: summary(came) }];
    const how = coding === 'identity' ? `came ${last} ms apart` : `came compressed with ${coding}`;
    const quote = `${summary(came)}: events that were sent ${EVENT_GAP_MS} ms apart ${how}`;
    return [{ kind: 'events-held-back', quote }];
  },
};

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

export const responseChecks: readonly Check[] = [
  compares('errors', "The application's errors come as it sends them.", errors),
  compares('replies', 'Bodies come as the application sends them.', bodies),
  compares('reply-fields', 'Cookies, redirects and validators come as the application sends them.', fields),
  compares('large-fields', 'Large header fields of a response come.', largeFields),
  files,
  document,
  missing,
  events,
  timeout,
];
