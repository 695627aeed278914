import {
  at,
  both,
  drop,
  html,
  onStatus,
  redirect,
  replace,
  set,
  status,
  when,
  type Tamper,
} from './tamper.ts';

interface PlantedFault {
  readonly fault: string;
  /** Every case that finds it. */
  readonly ids: readonly string[];
  readonly tamper: Tamper;
}

const SHELL = /^\/web\/$/;
const HASHED = /\/assets\/index-/;
const UNKNOWN_SCREEN = /no\/such/;
const YEAR = 'public, max-age=31536000, immutable';

/** Faults by the ids of the cases that find them, and a title. */
const faults: Readonly<Record<string, Tamper>> = {
  '1a a redirect with an absolute, inner Location': onStatus(301, set('location', 'http://web:8080/web/')),
  '1a a redirect that loses the query': onStatus(301, set('location', '/web/')),
  '1b a redirect that decodes the query': onStatus(301, ({ headers }) => {
    headers['location'] = decodeURIComponent(String(headers['location']));
  }),
  '1c a redirect built from the Host header': onStatus(301, (reply, { headers: { host } }) => {
    if (host?.includes('example'))
      reply.headers['location'] = `http://${host}${String(reply.headers['location'])}`;
  }),
  '1d a redirect for GET only': onStatus(
    301,
    when(({ method }) => method === 'HEAD', status(405)),
  ),
  '2a a redirect loop at the base path': at(SHELL, redirect(302, '/web/')),
  '2b an index.html that redirects to a redirect': at(/index\.html/, redirect(302, '/web')),
  '2c a root that is stored': onStatus(302, set('cache-control', 'max-age=60')),
  '3 an asset URL with the base path twice': replace('href="/web/favicon', 'href="/web/web/favicon'),
  '4 a redirect for the root of the calls': at(/\/api$/, redirect(301, '/web/api/')),
  '5a a Location from X-Forwarded-Prefix': onStatus(301, (reply, { headers }) => {
    const prefix = headers['x-forwarded-prefix'];
    if (prefix) reply.headers['location'] = `${String(prefix)}/web/`;
  }),
  '6 assets with URLs relative to the route': at(/^(?!.*\/assets\/)/, replace('src="/web/', 'src="./')),
  '6 a deep link that is a 404 of another server': at(
    /john\.doe/,
    both(status(404), set('content-type', 'text/plain')),
  ),
  '7a another body for index.html': at(/index\.html/, replace('<title>', '<title>Other ')),
  '7b a deep link that is cached': at(/\/a\/b\/c/, set('cache-control', 'max-age=600')),
  '10b a success for an unknown screen': at(UNKNOWN_SCREEN, status(200)),
  '10b a 304 for an unknown screen': at(
    UNKNOWN_SCREEN,
    when(({ headers }) => headers['if-none-match'], status(304)),
  ),
  '10b a plain 404 for an unknown screen': at(UNKNOWN_SCREEN, set('content-type', 'text/plain')),
  '9a an icon outside the base path': replace('href="/web/favicon', 'href="/favicon'),
  '9a a missing chunk': at(/home-screen-/, both(status(404), set('cache-control', 'no-store'))),
  '11a HTML for a missing asset': at(/gone/, html(404)),
  '11a the shell for a missing asset': at(/gone/, html(200)),
  '11a,29b a missing asset that is stored for a year': at(/gone/, set('cache-control', YEAR)),
  '11b a dot read as the extension of a file': at(/2026\.final/, set('content-type', 'text/plain')),
  '12 the shell outside the base path': at(/^\/x$/, html(200)),
  '13 a published source map': at(/\.js\.map$/, status(200)),

  '14a HTML for an unknown call': at(/\/api\/nope/, html(404)),
  '14b no Allow for a call': at(/\/api\/status/, drop('allow')),
  '14h a call that another site may make': onStatus(
    403,
    when(({ headers }) => headers['sec-fetch-site'] === 'cross-site', status(404)),
  ),
  '14h a call without the CSRF header': onStatus(
    403,
    when(({ headers }) => !headers['sec-fetch-site'], status(200)),
  ),
  '14h a call of this origin that is refused': at(
    /\/api\/nope/,
    when(({ headers }) => headers['sec-fetch-site'] === 'same-origin', status(403)),
  ),
  '14c plain text for a malformed path': onStatus(400, set('content-type', 'text/plain')),
  '14d a larger limit of header fields': onStatus(431, status(200)),
  '14e a larger limit of addresses': at(/\?x=x{9}/, status(200)),
  '15a a query that is refused': at(/q=1%2F2/, status(400)),
  '16 a call with a dot read as a file': at(/data\.json/, set('content-type', 'text/plain')),
  '17a HTML for a body that is too large': onStatus(413, html(413)),
  '17b a smaller limit of bodies': when(
    ({ headers }) => Number(headers['content-length']) > 1e6,
    status(413),
  ),
  '23a no Allow for the shell': at(SHELL, drop('allow')),
  '23b HTML for OPTIONS': when(({ method }) => method === 'OPTIONS', html(405)),
  '24 HEAD with other header fields': when(({ method }) => method === 'HEAD', drop('etag')),
  '25a the shell for dot segments beneath a route': at(/^\/web\/a\/(\.|%2e)/i, html(200)),
  '25b a path resolved to outside the base path': at(/^\/web\.\.\/x/, html(200)),
  '25c a file from outside the build': at(/passwd/, (reply) => {
    reply.body = 'root:x:0:0:root:/root:/bin/sh';
  }),
  '25d plain text for a call with dot segments': at(/\/api\/a\/\.\./, set('content-type', 'text/plain')),
  '26a a redirect to another host, made by removing a slash': at(
    /^\/web\/\/example\.org/,
    redirect(301, '//example.org'),
  ),
  '26b a root that redirects to another host': at(/^\/\/example\.org\/$/, redirect(301, '/\\example.org')),
  '27a HTML for a doubled slash': at(/assets\/\//, html(200)),

  '28a a shell that is stored': at(SHELL, set('cache-control', 'max-age=60')),
  '28a a weak ETag': at(SHELL, ({ headers }) => {
    headers['etag'] = `W/${String(headers['etag'])}`;
  }),
  '28a one ETag for all encodings': at(
    SHELL,
    when((_request, { headers }) => headers['etag'], set('etag', '"one"')),
  ),
  '28c a 304 whatever the ETag': at(
    SHELL,
    when(({ headers }) => headers['if-none-match'], status(304)),
  ),
  '28b a 304 without its header fields': onStatus(304, at(SHELL, drop('cache-control'))),
  '29a an asset that is always revalidated': at(
    HASHED,
    when((_request, reply) => reply.status < 400, set('cache-control', 'no-cache')),
  ),
  '29b an immutable 405': onStatus(405, at(HASHED, set('cache-control', YEAR))),
  '30a compression despite a quality of zero': when(
    ({ headers }) => /br;\s*q=0/.test(headers['accept-encoding'] ?? ''),
    set('content-encoding', 'br'),
  ),
  '30b a Content-Encoding that the body does not have': at(
    HASHED,
    when((_request, { headers }) => headers['content-encoding'] === 'gzip', set('content-encoding', 'br')),
  ),
  '30c no Vary on identity': at(
    SHELL,
    when((_request, { headers }) => !headers['content-encoding'], drop('vary')),
  ),
  '30d compression on the fly': at(
    SHELL,
    when((_request, { headers }) => headers['content-encoding'], set('transfer-encoding', 'chunked')),
  ),
  '31 a manifest of the wrong type': at(/webmanifest/, set('content-type', 'application/octet-stream')),
  '32a a security header sent twice': onStatus(404, set('referrer-policy', ['same-origin', 'same-origin'])),
  '32a a redirect without security headers': onStatus(301, drop('content-security-policy')),
  '32d a document that allows inline scripts': at(
    SHELL,
    set('content-security-policy', "default-src 'self' 'unsafe-inline'"),
  ),
  "32d a document's policy on a call": at(
    /\/api\/status/,
    set('content-security-policy', "default-src 'self'"),
  ),
  '32b a 405 without the request id': onStatus(405, drop('x-request-id')),
  '34a a cookie for the whole origin': at(/\/api\/status/, set('set-cookie', 'a=b; Path=/')),
  '35a a service worker for the whole origin': at(/sw\.js/, set('service-worker-allowed', '/')),
  '36 a manifest that starts at the root': replace('"start_url":"./"', '"start_url":"/"'),
  '37a metrics beneath the base path': at(
    /^\/web\/metrics/,
    both(status(200), set('content-type', 'text/plain')),
  ),
  '37b liveness at the root': at(/^\/healthz/, status(200)),
  '41a a call that an encoded letter hides from a check': at(/ap%69/, status(200)),
};

export const plantedFaults: readonly PlantedFault[] = Object.entries(faults).map(([name, tamper]) => {
  const [ids = ''] = name.split(' ', 1);
  return { ids: ids.split(','), fault: name.slice(ids.length + 1), tamper };
});
