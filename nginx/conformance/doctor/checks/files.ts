import type { BuiltVariant } from '@web/bff/edge/diagnostics';
import { securityHeaders } from '@web/bff/edge/security-headers';
import { MEDIA_TYPES } from '../../cases/files.ts';
import { header, isRedirect, mediaType } from '../../checks.ts';
import type { TargetResponse } from '../../request.ts';
import { accepting } from '../../request-headers.ts';
import { askFiles } from '../ask.ts';
import { NotObservable, type Check, type Context, type Difference } from '../check.ts';
import { compareHeaders, compareResponse } from '../compare-responses.ts';
import { kindInPlace } from '../in-place.ts';
import { isFromApplication, summary } from '../recognise.ts';
import { orReason } from './requests.ts';

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
  const askFor = (kept: string) =>
    target.request(url, { headers: { ...accepting('identity'), 'if-none-match': kept } });
  const other = await askFor('"other"');
  if (other.status === 304)
    return [{ kind: 'response-replaced', quote: `${summary(other)} (If-None-Match: "other"), for a 200` }];
  const came = await askFor(tag);
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
      if (isFirst) {
        // Some caches keep its response, and give it to GET.
        const came = await context.target.request(url, { method: 'HEAD', headers: accepting('identity') });
        const expected = { ...headers, etag: variants['identity']?.etag ?? '' };
        if (came.status === 200) differences.push(...compareHeaders(expected, came));
      }
      // Without the field, too: a hop may ask for gzip itself, and decompress it.
      for (const accepted of isFirst ? [undefined, ...Object.keys(variants)] : ['identity']) {
        const coding = accepted ?? 'identity';
        const { etag, ...content } = variants[coding] as BuiltVariant;
        const came = await orReason(context.target.request(url, { headers: accepting(accepted) }));
        if (typeof came === 'string') {
          differences.push({ kind: 'response-body-cut', quote: `${came}, accepting ${coding}` });
          continue;
        }
        const expected = {
          status: 200,
          headers: { ...securityHeaders, ...headers, etag },
          coding,
          decoded: variants['identity']?.digest,
          ...content,
        };
        differences.push(...compareResponse(expected, came), ...compareType(url, came));
      }
      const tag = variants['identity']?.etag;
      if (isFirst && tag) differences.push(...(await compareKept(context, url, tag)));
    }
    // Who compresses changes validators, too.
    if (!differences.some(({ kind }) => kind === 'compressed')) return differences;
    return differences.filter(({ kind }) => ['compressed', 'response-body-changed'].includes(kind));
  },
};

/** Of several nodes of a hop, one may have an old one. */
const DOCUMENTS = 6;
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
    const tags = new Set<string | undefined>();
    for (let times = 0; times < DOCUMENTS; times += 1) {
      const came = await target.request(`${target.base}/?q=1`, { headers: NAVIGATION });
      tags.add(header(came, 'etag'));
      if (came.status === 200 && isFromApplication(came)) continue;
      const quote = `${summary(came)}, for the document, as a phone asks for it in German`;
      return [{ kind: isRedirect(came) ? 'document-redirected' : kindInPlace(came), quote }];
    }
    const quote = `${target.base}/ came with ${tags.size} ETags in ${DOCUMENTS} times`;
    return tags.size > 1 ? [{ kind: 'two-builds', quote }] : [];
  },
};

/** Where the application sends HTML to nobody: a missing file, an unknown call. */
const missing: Check = {
  id: 'missing',
  title: 'What is not found is the 404 of the application.',
  run: async ({ target }) => {
    const differences: Difference[] = [];
    for (const path of ['/assets/gone-1.js', '/api/nope', '/no/such/screen']) {
      // Some hops replace errors for those alone who accept HTML.
      const came = await target.request(target.base + path, { headers: NAVIGATION });
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

export const fileChecks: readonly Check[] = [files, document, missing];
