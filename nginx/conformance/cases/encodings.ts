import type { TargetResponse } from '../request.ts';
import { outside } from '../case.ts';
import { check, checkHeader, checkStatus, every, header, mediaType } from '../checks.ts';
import { decode } from '../decode.ts';
import { ENCODINGS, accepting } from '../request-headers.ts';
import type { Target } from '../target.ts';
import { readAssets, readPublished } from '../site.ts';

export const MEDIA_TYPES: Readonly<Record<string, readonly string[]>> = {
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

const NEGOTIATIONS: readonly (readonly [acceptEncoding: string | undefined, encoding: string])[] = [
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

/** The shell and its compressible assets. */
async function compressible(target: Target): Promise<string[]> {
  const assets = (await readAssets(target)).filter((path) => /\.(js|css)$/.test(path));
  return [`${target.base}/`, ...assets];
}

/** Checks every compressible file in every encoding. */
const inEveryEncoding = async (
  target: Target,
  run: (response: TargetResponse, path: string) => Promise<void> | void,
) =>
  every(await compressible(target), (path) =>
    every(ENCODINGS, async (encoding) =>
      run(await target.request(path, { headers: accepting(encoding) }), path),
    ),
  );

export const encodings = [
  ...outside({
    '30a Brotli is preferred to gzip where both are accepted, and a quality of zero is a refusal.': async (
      target,
    ) =>
      every(await compressible(target), (path) =>
        every(NEGOTIATIONS, async ([acceptEncoding, encoding]) => {
          const response = await target.request(path, { headers: accepting(acceptEncoding) });
          checkStatus(response, 200);
          const received = header(response, 'content-encoding') ?? 'identity';
          check(received === encoding, response, `${encoding} for "${acceptEncoding ?? ''}"`, received);
        }),
      ),

    '30b Every encoding decodes to the same bytes.': (target) =>
      inEveryEncoding(target, async (response, path) => {
        const { body } = await target.request(path);
        const coding = header(response, 'content-encoding');
        const isSame = decode(response.body, coding)?.equals(body) ?? false;
        check(isSame, response, `the identity bytes in ${coding}`, 'other bytes');
      }),

    '30c Compressed and identity responses vary by Accept-Encoding.': (target) =>
      inEveryEncoding(target, (response) => {
        const names = (header(response, 'vary') ?? '').toLowerCase().split(/,\s*/);
        check(names.includes('accept-encoding'), response, 'vary with accept-encoding', names.join(', '));
      }),

    '31 Every published file has its media type, and nosniff.': async (target) =>
      every(await readPublished(target), ({ url, response }) => {
        if (response?.status !== 200) return;
        const extension = /\.([a-z\d]+)$/.exec(new URL(url).pathname)?.[1] ?? '';
        const expected = MEDIA_TYPES[extension];
        const type = mediaType(response);
        if (expected) check(expected.includes(type), response, expected.join(' or '), type);
        checkHeader(response, 'x-content-type-options', 'nosniff');
      }),
  }),
  ...outside(
    {
      '30d Built files are never compressed on the fly: their compressed length is known.': (target) =>
        inEveryEncoding(target, (response) =>
          checkHeader(response, 'content-length', String(response.body.length)),
        ),
    },
    'no-ingress',
  ),
];
