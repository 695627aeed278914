import { type Advice, ingress, responseField } from './advice.ts';

const noCache = {
  nginx: 'proxy_cache off (or a cache that obeys Cache-Control)',
  haproxy: 'no http-request cache-use',
  caddy: 'no cache directive (or a cache that obeys Cache-Control)',
  apache: 'no CacheEnable (or CacheStoreNoStore Off, CacheStoreExpired Off)',
  traefik: 'no plugin that caches (or one that obeys Cache-Control)',
  envoy: 'no cache filter (or one that obeys Cache-Control)',
};

/** What keeps browsers and caches from having the newest version, or makes them download it again. */
export const caches = {
  'compressed-in-front': ingress(
    {
      nginx: 'gzip off; Accept-Encoding as the browser sent it',
      haproxy: 'no compression algo, no compression offload',
      caddy: 'no encode; transport http { compression off }',
      apache: 'SetEnv no-gzip 1',
      traefik: 'no compress middleware',
      envoy: 'no compressor and no decompressor filter',
    },
    'Built files are compressed already, each encoding with its own ETag. Do not compress or decompress them.',
  ),
  'validators-lost': ingress(
    {
      ...responseField('ETag'),
      apache: 'no FileETag, no Header directive for ETag, no RequestHeader for If-None-Match',
    },
    'Forward ETag and If-None-Match. Without them a browser downloads everything again at each start.',
  ),
  'vary-dropped': ingress(
    responseField('Vary'),
    'Forward Vary: without it a cache sends one encoding, or one language, to everybody.',
  ),
  'cached-in-front': ingress(
    noCache,
    'Cache only responses that allow it: neither the shell (no-cache) nor calls.',
  ),
  'cached-not-found': ingress(
    { ...noCache, nginx: 'no proxy_cache_valid for 404 or any' },
    'Cache no 404: a file of the next version is missing until the cache forgets it.',
  ),
  'cache-control-changed': ingress(
    {
      ...responseField('Cache-Control or Expires'),
      nginx: 'expires off; no add_header Cache-Control',
      apache: 'ExpiresActive Off; no Header directive for Cache-Control',
    },
    "Forward the application's Cache-Control, and add no Expires: browsers must ask for the shell again, and keep files with a hash.",
  ),
} as const satisfies Record<string, Advice>;
