import { as, at, drop, edit, html, onMethod, onReceived, onSent, onStatus } from './tamper.ts';
import { redirect, replace, set, status, write, type Tamper } from './tamper.ts';

const SHELL = /^\/web\/$/;
const ASSET = /\/assets\/index-/;
const UNKNOWN_SCREEN = /no\/such/;
const YEAR = 'public, max-age=31536000, immutable';

/** Faults by the id of the case that finds them, and a title. */
export const plantedFaults: Readonly<Record<string, Tamper>> = {
  '1 a redirect with an absolute, inner Location': onStatus(301, set('location', 'http://web:8080/web/')),
  '1 a redirect that decodes the query': onStatus(301, edit('location', decodeURIComponent)),
  '1 a redirect built from the Host header': onStatus(
    301,
    edit('location', (path, sent) => (sent?.['host'] ? `http://${sent['host']}${path}` : path)),
  ),
  '1 a redirect with the scheme of X-Forwarded-Proto': onSent(
    'x-forwarded-proto',
    /./,
    redirect(301, 'https://host/web/'),
  ),
  '1 a redirect for GET only': onStatus(301, onMethod('HEAD', status(405))),
  '2 a redirect loop at the base path': at(SHELL, redirect(302, '/web/')),
  '2 an index.html that redirects to a redirect': at(/index\.html/, redirect(302, '/web')),
  '3 an asset URL with the base path twice': replace('href="/web/favicon', 'href="/web/web/favicon'),
  '4 a redirect for the root of the calls': at(/\/api$/, redirect(301, '/web/api/')),
  '5 a Location from X-Forwarded-Prefix': onStatus(
    301,
    onSent('x-forwarded-prefix', /./, set('location', '/forged/')),
  ),
  '6 assets with URLs relative to the route': at(/^(?!.*\/assets\/)/, replace('src="/web/', 'src="./')),
  '6 a deep link that is a 404 of another server': at(/john\.doe/, as(404, 'text/plain')),
  '6 a dot read as the extension of a file': at(/2026\.final/, set('content-type', 'text/plain')),
  '7 another body for index.html': at(/index\.html/, replace('<title>', '<title>Other ')),
  '7 a deep link that is stored': at(/\/a\/b\/c/, set('cache-control', 'max-age=600')),
  '9 an icon outside the base path': replace('href="/web/favicon', 'href="/favicon'),
  '9 a missing chunk': at(/home-screen-/, status(404)),
  '10 a success for an unknown screen': at(UNKNOWN_SCREEN, status(200)),
  '10 a 304 for an unknown screen': at(UNKNOWN_SCREEN, onSent('if-none-match', /\*/, status(304))),
  '11 the shell for a missing asset': at(/gone/, html(404)),
  '11 a missing asset that is stored for a year': at(/gone/, set('cache-control', YEAR)),
  '12 the shell outside the base path': at(/^\/x$/, html(404)),
  '12 a root that is stored': onStatus(302, set('cache-control', 'max-age=60')),
  '13 a published source map': at(/\.js\.map$/, status(200)),

  '14a HTML for an unknown call': at(/\/api\/nope/, html(404)),
  '14a no Allow for a call': at(/\/api\/status/, drop('allow')),
  '14b a call that another site may make': onSent('sec-fetch-site', /cross-site/, status(404)),
  '14b a call without the CSRF header': onSent('x-requested-by', /^$/, status(404)),
  '14b a call of this origin that is refused': onSent('sec-fetch-site', /same-origin/, status(403)),
  '14c plain text for a malformed path': at(/%zz/, as(400, 'text/plain')),
  '14c plain text for a call with dot segments': at(/\/api\/a\/\.\./, as(400, 'text/plain')),
  '14c a larger limit of header fields': onSent('x-large', /./, status(200)),
  '14c a larger limit of addresses': at(/\?x=x{9}/, status(200)),
  '15 a query that is refused': at(/q=1%2F2/, status(400)),
  '16 a call with a dot read as a file': at(/data\.json/, set('content-type', 'text/plain')),
  '17 HTML for a body that is too large': onStatus(413, html(413)),
  '17 a smaller limit of bodies': onMethod('POST', status(413)),

  '23 no Allow for the shell': at(SHELL, drop('allow')),
  '23 HTML for OPTIONS': onMethod('OPTIONS', html(405)),
  '24 HEAD with other header fields': onMethod('HEAD', drop('etag')),
  '25 the shell for dot segments beneath a route': at(/^\/web\/a\/(\.|%2e)/i, html(200)),
  '25 a path resolved to outside the base path': at(/^\/web\.\.\/x/, html(200)),
  '25 a file from outside the build': at(/passwd/, write('root:x:0:0:root:/root:/bin/sh')),
  '26 a redirect made by removing a slash': at(/^\/web\/\/example\.org/, redirect(301, '//example.org')),
  '26 a root that redirects to another host': at(/^\/\/example\.org\/$/, redirect(301, '/\\example.org')),
  '27 HTML for a doubled slash': at(/assets\/\//, html(200)),

  '28 a shell that is stored': at(SHELL, set('cache-control', 'max-age=60')),
  '28 a weak ETag': at(
    SHELL,
    edit('etag', (tag) => `W/${tag}`),
  ),
  '28 one ETag for all encodings': at(SHELL, set('etag', '"one"')),
  '28 a 304 without its header fields': onStatus(304, drop('cache-control')),
  '28 a 304 whatever the ETag': onSent('if-none-match', /./, status(304)),
  '29 an asset that is always revalidated': at(ASSET, onStatus(200, set('cache-control', 'no-cache'))),
  '29 an immutable 405': onStatus(405, at(ASSET, set('cache-control', YEAR))),
  '30a brotli despite a quality of zero': onSent(
    'accept-encoding',
    /br;\s*q=0/,
    set('content-encoding', 'br'),
  ),
  '30b another encoding than the body has': onReceived(
    'content-encoding',
    /gzip/,
    set('content-encoding', 'br'),
  ),
  '30b no Vary on identity': onReceived('content-encoding', /^$/, drop('vary')),
  '30c compression on the fly': onReceived('content-encoding', /./, drop('content-length')),
  '31 a manifest of the wrong type': at(/webmanifest/, set('content-type', 'application/octet-stream')),
  '32 a security header sent twice': onStatus(404, set('referrer-policy', 'same-origin', 'same-origin')),
  '32 a redirect without security headers': onStatus(301, drop('content-security-policy')),
  '32 a document that allows inline scripts': at(
    SHELL,
    edit('content-security-policy', (policy) => policy.replace("script-src 'self'", "$& 'unsafe-inline'")),
  ),
  "32 a document's policy on a call": at(/\/api\//, set('content-security-policy', "default-src 'self'")),
  '32 a 405 without the request id': onStatus(405, drop('x-request-id')),
  '34 a cookie for the whole origin': at(/\/api\/status/, set('set-cookie', 'a=b; Path=/')),
  '35 a service worker for the whole origin': at(/sw\.js/, set('service-worker-allowed', '/')),
  '36 a manifest that starts at the root': replace('"start_url":"./"', '"start_url":"/"'),
  '37 metrics beneath the base path': at(/^\/web\/metrics/, as(200, 'text/plain')),
  '37 liveness at the root': at(/^\/healthz/, status(200)),
  '41 a call that an encoded letter hides from a check': at(/ap%69/, status(200)),
};
