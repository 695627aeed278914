import { header } from '../../checks.ts';
import type { TargetResponse } from '../../request.ts';
import { accepting, ENCODINGS } from '../../request-headers.ts';
import { readAssets } from '../../site.ts';
import type { Target } from '../../target.ts';
import type { Check, CheckResult } from '../check.ts';
import { finding } from '../findings.ts';
import { problemCode, summary } from '../recognise.ts';

const encodingOf = (response: TargetResponse) => response.headers['content-encoding']?.[0] ?? 'identity';

async function checkEncoding(
  target: Target,
  path: string,
  encoding: string,
  otherTags: Set<string>,
): Promise<CheckResult> {
  const response = await target.request(path, { headers: accepting(encoding) });
  const received = encodingOf(response);
  const request = `${response.request} (Accept-Encoding: ${encoding})`;
  if (received !== encoding) return finding('compressed-in-front', `${request} gave ${received}`);
  const vary = header(response, 'vary') ?? '';
  if (!/\baccept-encoding\b/i.test(vary))
    return finding('vary-dropped', `${request} has Vary: ${vary || 'none'}`);
  const [tag] = response.headers['etag'] ?? [];
  if (tag === undefined) return finding('validators-lost', `${request} has no ETag`);
  if (tag.startsWith('W/') || otherTags.has(tag))
    return finding('compressed-in-front', `${request} has the ETag ${tag}: weak, or of another encoding`);
  otherTags.add(tag);
  const again = await target.request(path, { headers: { ...accepting(encoding), 'if-none-match': tag } });
  if (again.status === 304) return 'ok';
  return finding('validators-lost', `${summary(again)} (If-None-Match: ${tag}, as received before)`);
}

export const validators: Check = {
  id: 'validators',
  title: 'Built files arrive as they were compressed, and are revalidated by their ETag.',
  run: async ({ target }) => {
    const tags = new Set<string>();
    for (const encoding of ENCODINGS) {
      const result = await checkEncoding(target, `${target.base}/`, encoding, tags);
      if (result !== 'ok') return result;
    }
    // Without Accept-Encoding the original file arrives, not one that a hop has decompressed.
    const plain = await target.request(`${target.base}/`);
    const [tag = 'none'] = plain.headers['etag'] ?? [];
    return encodingOf(plain) === 'identity' && tag === [...tags][0]
      ? 'ok'
      : finding('compressed-in-front', `${plain.request} (no Accept-Encoding) has the ETag ${tag}`);
  },
};

/** Paths, and what is found where a cache responds to them. */
const NEVER_CACHED = [
  ['/', 'cached-in-front'],
  ['/api/status', 'cached-in-front'],
  ['/assets/gone-1.js', 'cached-not-found'],
  ['/api/nope', 'cached-not-found'],
] as const;

export const cache: Check = {
  id: 'cache',
  title: 'No cache in front responds with the shell, a call or a 404.',
  run: async ({ target }) => {
    for (const [path, id] of NEVER_CACHED) {
      const first = await target.request(target.base + path);
      const second = await target.request(target.base + path);
      const requestId = second.headers['x-request-id']?.[0];
      // Every response of the application has the id of its own request.
      if (requestId !== undefined && requestId === first.headers['x-request-id']?.[0])
        return finding(id, `two of ${second.request} have the same request id ${requestId}`);
    }
    return 'ok';
  },
};

export const cacheControl: Check = {
  id: 'cache-control',
  title: 'How long browsers keep a response is what the application says.',
  run: async ({ target }) => {
    const [asset] = await readAssets(target);
    for (const [path, expected] of [
      [`${target.base}/`, /^no-cache$/],
      [asset, /^public, max-age=31536000, immutable$/],
      [`${target.base}/api/status`, /^no-store$/],
      [`${target.base}/api/nope`, /^no-store$/],
    ] as const) {
      const response = await target.request(path);
      // Other checks find what replaces a problem.
      if (path.endsWith('/nope') && !problemCode(response)) continue;
      const [rule = 'none', expires] = [header(response, 'cache-control'), header(response, 'expires')];
      if (expected.test(rule) && expires === undefined) continue;
      const more = expires === undefined ? '' : ` and Expires: ${expires}`;
      return finding('cache-control-changed', `${response.request} has Cache-Control: ${rule}${more}`);
    }
    return 'ok';
  },
};
