import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Answer } from '../request.ts';
import { TEST_CALLS } from '../case.ts';
import type { Case } from '../case.ts';
import { check, checkHeader, checkStatus, every, header, mediaType } from '../checks.ts';
import { CODINGS, accepting } from '../codings.ts';
import type { Target } from '../target.ts';
import { readAssets, readPublished } from '../site.ts';

const MEDIA_TYPES: Readonly<Record<string, readonly string[]>> = {
  css: ['text/css'],
  html: ['text/html'],
  ico: ['image/x-icon', 'image/vnd.microsoft.icon'],
  js: ['text/javascript', 'application/javascript'],
  json: ['application/json'],
  png: ['image/png'],
  svg: ['image/svg+xml'],
  webmanifest: ['application/manifest+json'],
  webp: ['image/webp'],
  woff2: ['font/woff2'],
};

/** What a client says it takes, and what it must get. */
const NEGOTIATIONS: readonly (readonly [accepts: string | undefined, coding: string])[] = [
  [undefined, 'identity'],
  ['identity', 'identity'],
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br', 'br'],
  ['br;q=1.0, gzip;q=0.8', 'br'],
  ['gzip', 'gzip'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip, br; q=0.0', 'gzip'],
  ['br, gzip;q=0', 'br'],
  ['gzip;q=0, br;q=0', 'identity'],
  ['gzip;q=0.000', 'identity'],
  ['brotli, gzipped', 'identity'],
];

/** Undefined where the body is not what its Content-Encoding says. */
function decoded(answer: Answer): Buffer | undefined {
  const coding = header(answer, 'content-encoding');
  try {
    if (coding === 'br') return brotliDecompressSync(answer.body);
    return coding === 'gzip' ? gunzipSync(answer.body) : answer.body;
  } catch {
    return undefined;
  }
}

/** The shell and those hashed assets of its own that are worth compressing. */
async function compressible(target: Target): Promise<string[]> {
  const assets = (await readAssets(target)).filter((path) => /\.(js|css)$/.test(path));
  return [`${target.base}/`, ...assets];
}

export const encodings: readonly Case[] = [
  {
    id: '30a',
    title: 'Brotli is preferred to gzip where both are taken, and a quality of zero is a refusal.',
    seen: 'outside',
    run: async (target) =>
      every(await compressible(target), (path) =>
        every(NEGOTIATIONS, async ([accepts, coding]) => {
          const answer = await target.ask(path, { headers: accepting(accepts) });
          checkStatus(answer, 200);
          const came = header(answer, 'content-encoding') ?? 'identity';
          check(came === coding, answer, `${coding} for "${accepts ?? ''}"`, came);
        }),
      ),
  },
  {
    id: '30b',
    title: 'Every encoding decodes to the same bytes.',
    seen: 'outside',
    run: async (target) =>
      every(await compressible(target), async (path) => {
        const { body } = await target.ask(path);
        await every(CODINGS, async (coding) => {
          const answer = await target.ask(path, { headers: accepting(coding) });
          const same = decoded(answer)?.equals(body) ?? false;
          check(same, answer, `the identity bytes behind ${coding}`, 'others');
        });
      }),
  },
  {
    id: '30c',
    title: 'Compressed and identity answers alike vary by Accept-Encoding.',
    seen: 'outside',
    run: async (target) =>
      every(await compressible(target), (path) =>
        every(CODINGS, async (coding) => {
          const answer = await target.ask(path, { headers: accepting(coding) });
          checkHeader(answer, 'vary', 'accept-encoding');
        }),
      ),
  },
  {
    id: '30d',
    title: 'Built files are never compressed on the fly: their compressed length is known.',
    seen: 'outside',
    needs: ['no-ingress'],
    run: async (target) =>
      every(await compressible(target), (path) =>
        every(CODINGS, async (coding) => {
          const answer = await target.ask(path, { headers: accepting(coding) });
          checkHeader(answer, 'content-length', String(answer.body.length));
        }),
      ),
  },
  {
    id: '30e',
    title: 'Replies of calls above the threshold are compressed; streams and opted-out calls are not.',
    seen: 'harness',
    why: TEST_CALLS,
  },
  {
    id: '31',
    title: 'Every published file has its media type, and nosniff.',
    seen: 'outside',
    run: async (target) =>
      every(await readPublished(target), ({ address, answer }) => {
        if (answer?.status !== 200) return;
        const extension = /\.([a-z\d]+)$/.exec(new URL(address).pathname)?.[1] ?? '';
        const expected = MEDIA_TYPES[extension];
        const type = mediaType(answer);
        if (expected) check(expected.includes(type), answer, expected.join(' or '), type);
        checkHeader(answer, 'x-content-type-options', 'nosniff');
      }),
  },
];
