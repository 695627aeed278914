import type { BuiltFile, BuiltVariant } from '@web/bff/edge/diagnostics';
import { securityHeaders } from '@web/bff/edge/security-headers';
import { MEDIA_TYPES } from '../../cases/files.ts';
import { header, mediaType, NotObservable } from '../../checks.ts';
import type { TargetResponse } from '../../request.ts';
import { accepting } from '../../request-headers.ts';
import { askFiles, orReason } from '../ask.ts';
import type { Check, Context, Difference } from '../check.ts';
import { compareHeaders, compareResponse } from '../compare-responses.ts';
import { summary } from '../recognise.ts';
import { howOften } from './compares-each.ts';

/** Whether a file of the build comes with its media type. */
function compareType(url: string, came: TargetResponse): Difference[] {
  const types = url.endsWith('/') ? MEDIA_TYPES['html'] : MEDIA_TYPES[url.split('.').at(-1) ?? ''];
  const type = header(came, 'content-type') ?? 'none';
  const isWell = types?.includes(mediaType(came)) ?? true;
  if (came.status !== 200 || (isWell && /^[^;]*(?:;\s*charset="?utf-8"?)?$/i.test(type))) return [];
  const quote = `${came.request}: content-type: ${types?.[0]} came as ${type}`;
  return [{ kind: 'response-field-changed', field: 'content-type', quote }];
}

/** Whether what a browser has stored is still good when it asks again. */
async function compareStored({ target }: Context, url: string, tag: string): Promise<Difference[]> {
  const askWith = (stored: string) =>
    target.request(url, { headers: { ...accepting('identity'), 'if-none-match': stored } });
  const other = await askWith('"other"');
  if (other.status === 304)
    return [{ kind: 'response-replaced', quote: `${summary(other)} (If-None-Match: "other"), for a 200` }];
  const came = await askWith(tag);
  // What is not there at all is found without the field.
  if ([304, 404].includes(came.status)) return [];
  const quote = `${summary(came)} (If-None-Match: ${tag}), for a 304`;
  // The whole file comes to who has not sent the field.
  if (came.body.length > 0) return [{ kind: 'request-field-removed', field: 'if-none-match', quote }];
  return [{ kind: 'response-replaced', quote }];
}

/** Whether a file comes as it was built, to who accepts this coding. */
async function compareFile(
  { target }: Context,
  { url, headers, variants }: BuiltFile,
  accepted: string | undefined,
): Promise<readonly Difference[]> {
  const coding = accepted ?? 'identity';
  const { etag, ...content } = variants[coding] as BuiltVariant;
  const came = await orReason(target.request(url, { headers: accepting(accepted) }));
  if (typeof came === 'string') return [{ kind: 'response-body-cut', quote: `${came}, accepting ${coding}` }];
  const expected = { status: 200, headers: { ...securityHeaders, ...headers, etag } };
  const decoded = variants['identity']?.digest;
  return [...compareResponse({ ...expected, ...content, coding, decoded }, came), ...compareType(url, came)];
}

/** What says that there is no such method. */
const REFUSED = [400, 403, 405, 501];

/** Whether HEAD has what GET has. Some caches keep its response, and give it to GET. */
async function compareHead(
  { target }: Context,
  { url, headers, variants }: BuiltFile,
): Promise<Difference[]> {
  const came = await target.request(url, { method: 'HEAD', headers: accepting('identity') });
  const { etag, bytes } = variants['identity'] as BuiltVariant;
  const length = 'content-length' in came.headers && { 'content-length': String(bytes) };
  if (came.status === 200) return compareHeaders({ ...headers, ...length, etag }, came);
  // What is not there at all is found by GET.
  return REFUSED.includes(came.status)
    ? [{ kind: 'method-refused', quote: `${summary(came)}, with HEAD` }]
    : [];
}

/** The document and a script in every encoding, and each other file of the build. */
export const files: Check = {
  id: 'files',
  title: 'The document and every file of the build come as they were built.',
  run: async (context) => {
    const built = await askFiles(context);
    if (built.length === 0) throw new NotObservable('the BFF has no build of the client');
    const first = built.find(({ url }) => url.endsWith('.js'));
    const differences: Difference[] = [];
    for (const file of built) {
      const isFirst = file.url === first?.url || file.url.endsWith('/');
      if (isFirst) differences.push(...(await compareHead(context, file)));
      // Without the field, too: a hop may ask for gzip itself, and decompress it.
      for (const accepted of isFirst ? [undefined, ...Object.keys(file.variants)] : ['identity']) {
        const compare = () => compareFile(context, file, accepted);
        differences.push(...(await (differences.length === 0 ? howOften(compare) : compare())));
      }
      const tag = file.variants['identity']?.etag;
      if (isFirst && tag) differences.push(...(await compareStored(context, file.url, tag)));
    }
    // Who compresses changes validators, too.
    if (!differences.some(({ kind }) => kind === 'compressed')) return differences;
    return differences.filter(({ kind }) => ['compressed', 'response-body-changed'].includes(kind));
  },
};
