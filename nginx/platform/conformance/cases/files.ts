import {
  all,
  respond,
  inEveryEncoding,
  type Cases,
  type Check,
  wholeOrigin,
} from '#platform/conformance/case.ts';
import {
  SECURITY_HEADERS,
  allowsReads,
  check,
  checkNotHtml,
  every,
  field,
  header,
  mediaType,
  onlyHeader,
  status,
} from '#platform/conformance/checks.ts';
import { decode } from '#platform/conformance/request.ts';
import { accepting, ENCODINGS } from '#platform/conformance/request-headers.ts';
import { readPublished, readShell } from '#platform/conformance/site.ts';

const MEDIA_TYPES: Readonly<Record<string, RegExp>> = {
  css: /^text\/css$/,
  js: /^(?:text|application)\/javascript$/,
  json: /^application\/json$/,
  svg: /^image\/svg\+xml$/,
  webmanifest: /^application\/manifest\+json$/,
  woff2: /^font\/woff2$/,
};

const COMPRESSED = '/ {asset}';
const FILES = '/ /index.html /users/john.doe /favicon.svg {asset}';
const PATHS = `
  ?x=1 / /index.html /a/b/c /nope.js /assets/gone-1.js {asset}
  /favicon.svg /manifest.webmanifest /api/status /api/nope`;

/** Values of Accept-Encoding by resulting encoding. */
const NEGOTIATIONS = {
  identity: [undefined, 'identity', 'gzip;q=0, br;q=0', 'gzip;q=0.000', 'brotli, gzipped'],
  gzip: ['gzip, deflate', 'br;q=0, gzip', 'gzip, br; q=0.0'],
  br: ['gzip, deflate, br, zstd', 'br;q=1.0, gzip;q=0.8', 'br, gzip;q=0'],
};

const IMMUTABLE = 'public, max-age=31536000, immutable';
const checkNotCached = field('cache-control', /^(?!.*(immutable|max-age=[1-9]))/, 'not kept');
const UNKNOWN_TAG = '"no-such-tag"';

const STORED = ['cache-control', 'etag', 'vary', ...SECURITY_HEADERS];
const DESCRIBING = [...STORED, 'allow', 'content-encoding', 'content-language', 'content-type', 'location'];

const checkHead: Check = async (get, target, sent) => {
  const head = await target.request(sent.path, { ...sent, method: 'HEAD' });
  status(get.status)(head);
  check(head.body.length === 0, head, 'no body', `${head.body.length} bytes`);
  // HEAD may omit headers that depend on the content (RFC 9110, section 9.3.2). The length of a call's response may change in between.
  const hasLength = header(head, 'content-length') !== undefined && header(get, 'etag') !== undefined;
  for (const name of hasLength ? [...DESCRIBING, 'content-length'] : DESCRIBING) {
    const [expected, received] = [header(get, name), header(head, name)];
    check(received === expected, head, `${name}: ${expected ?? 'none'}`, received);
  }
};

/** Checks that the stored ETag results in 304, and an unknown ETag in 200. */
const checkNotModified: Check = async (stored, target, sent) => {
  const ask = (tags: string) =>
    target.request(sent.path, { headers: { ...sent.headers, 'if-none-match': tags } });
  const tag = onlyHeader(stored, 'etag');
  await every([tag, `${UNKNOWN_TAG}, ${tag}`, `W/${tag}`], async (tags) => {
    const response = await ask(tags);
    status(304)(response);
    check(response.body.length === 0, response, 'no body', `${response.body.length} bytes`);
    for (const name of STORED) field(name, onlyHeader(stored, name))(response);
  });
  status(200)(await ask(UNKNOWN_TAG));
};

export const files: Cases = {
  '23a The document and the files support only GET and HEAD; OPTIONS returns 204 or 405, without HTML.': all(
    respond({ paths: FILES, methods: 'POST PUT PATCH DELETE' }, status(405), allowsReads),
    respond({ paths: `${FILES} /api/status`, methods: 'OPTIONS' }, status(204, 405), checkNotHtml),
  ),

  '24 HEAD returns the status and headers of GET, without a body.': inEveryEncoding(PATHS, checkHead),

  '28a The document is revalidated, calls are not stored, and no proxy responds from its cache.': all(
    inEveryEncoding('/', field('cache-control', 'no-cache')),
    respond({ paths: '/api/status' }, field('cache-control', 'no-store')),
    async (target) => {
      const [first, second] = [await readShell(target), await readShell(target)];
      const [id, ofFirst] = [second, first].map((response) => header(response, 'x-request-id'));
      check(id !== ofFirst, second, 'another X-Request-Id each time', id);
    },
  ),

  '28b The document has a strong ETag; its 304 has the headers of the 200.': inEveryEncoding(
    '/',
    field('etag', /^"[^"]+"$/, 'strong'),
    checkNotModified,
  ),

  '28c Each encoding of the document has its own ETag.': inEveryEncoding('/', (stored, target, sent) => {
    const others = ENCODINGS.filter((encoding) => encoding !== sent.headers?.['accept-encoding']);
    const tag = onlyHeader(stored, 'etag');
    return every(others, (encoding) => {
      const headers = { ...accepting(encoding), 'if-none-match': tag };
      return respond({ paths: '/', headers }, status(200))(target);
    });
  }),

  '29 Hashed assets are immutable, on 200 and on 304; errors beneath the assets are not.': all(
    inEveryEncoding('{asset}', status(200), field('cache-control', IMMUTABLE), checkNotModified),
    respond({ paths: '{asset}', methods: 'POST' }, checkNotCached),
    respond(
      { paths: '{asset}', headers: { range: 'bytes=999999999-' } },
      (response) => response.status < 400 || checkNotCached(response),
    ),
  ),

  '30a Brotli is preferred to gzip if both are accepted, and q=0 excludes an encoding.': (target) =>
    every(Object.entries(NEGOTIATIONS), ([encoding, values]) =>
      every(values, (value) =>
        respond({ paths: COMPRESSED, headers: accepting(value) }, status(200), (response) => {
          const received = header(response, 'content-encoding') ?? 'identity';
          check(received === encoding, response, `${encoding} for "${value ?? ''}"`, received);
        })(target),
      ),
    ),

  '30b Every encoding decodes to the same bytes, and varies by Accept-Encoding.': inEveryEncoding(
    COMPRESSED,
    async (response, target, { path }) => {
      const { body } = await target.request(path);
      const coding = header(response, 'content-encoding');
      const isSame = decode(response.body, coding)?.equals(body) ?? false;
      check(isSame, response, `the identity bytes in ${coding}`, 'other bytes');
      field('vary', /\baccept-encoding\b/i, 'accept-encoding')(response);
    },
  ),

  '30c Built files are served precompressed, with a Content-Length.': wholeOrigin(
    inEveryEncoding(COMPRESSED, (response) =>
      field('content-length', String(response.body.length))(response),
    ),
  ),

  '31 Every published file has its media type, and nosniff.': async (target) =>
    every(await readPublished(target), ([url, response]) => {
      const expected = MEDIA_TYPES[/\.([a-z\d]+)$/.exec(new URL(url).pathname)?.[1] ?? ''];
      const type = mediaType(response);
      if (expected) check(expected.test(type), response, String(expected), type);
      field('x-content-type-options', 'nosniff')(response);
    }),
};
