import { all, respond, type Cases, type Check, wholeOrigin } from '#platform/conformance/case.ts';
import {
  check,
  checkNotHtml,
  checkSameBody,
  checkStaysInside,
  every,
  field,
  header,
  isRedirect,
  isShell,
  onlyHeader,
  shell,
  status,
  words,
} from '#platform/conformance/checks.ts';
import type { TargetResponse } from '#platform/conformance/request.ts';
import type { Target } from '#platform/conformance/target.ts';
import { linksIn, readPublished, readShell } from '#platform/conformance/site.ts';

const QUERY = '?x=1&y=a%2Fb';
const SCREENS = `${QUERY} / /index.html /a/b/c /a/b/c/`;
const PATHS = `${SCREENS} /assets /api /api/`;
const UNKNOWN_SCREEN = '/no/such/screen/in/any/application';
/** Paths of screens. Some contain a dot, but none ends with the extension of a file in the build. */
const DEEP_LINKS = '/a/b/c /a%2Fb /a/b/c/?x=1 /a%20b/%C3%A4 /users/john.doe/edit /v1.2 /reports/2026.final';
const MISSING_FILES =
  '/nope.js /a/b/nope.js /nope.svg /assets/gone-1.js /assets/gone.css /assets/gone /assets/';

const FORGED = {
  'x-forwarded-host': 'forged.example',
  'x-forwarded-proto': 'gopher',
  'x-forwarded-port': '4711',
  'x-forwarded-prefix': '/forged',
  'x-original-uri': '/forged/x',
  'x-rewrite-url': '/forged/x',
  forwarded: 'host=forged.example;proto=gopher',
};

/** Follows one redirect. Throws if the redirect leaves the base path, or if a second redirect follows. */
async function followRedirect(target: Target, path: string): Promise<TargetResponse> {
  const first = await target.request(`${target.base}${path}`);
  if (!isRedirect(first)) return first;
  checkStaysInside(first, target);
  const next = new URL(onlyHeader(first, 'location'), target.origin);
  const second = await target.request(`${next.pathname}${next.search}`);
  check(!isRedirect(second), second, 'one redirect at most', second.status);
  return second;
}

/**
 * Checks the redirect from `/web` to `/web/`. An ingress may make the Location absolute. If the ingress strips the prefix, the application sees `/`,
 * and need not redirect.
 */
const checkEntry: Check = async (response, target) => {
  if (target.stripped) return shell(200)(await followRedirect(target, QUERY));
  status(301, 308)(response);
  const { base, origin, ownsOrigin } = target;
  const location = onlyHeader(response, 'location');
  const path = ownsOrigin ? location : location.replace(origin, '');
  check(path === `${base}/${QUERY}`, response, `Location: ${base}/${QUERY}`, location);
};

export const documents: Cases = {
  '1 The base path without a trailing slash redirects to the path with the slash and keeps the query; if stripped, it returns the document.':
    all(
      respond({ paths: QUERY, methods: 'GET HEAD' }, checkEntry),
      respond({ paths: QUERY, headers: { 'x-forwarded-proto': 'https' } }, checkEntry),
      respond(
        { paths: `{base}${QUERY}`, headers: { host: 'example.org:8081' }, isAtOrigin: true },
        checkEntry,
      ),
    ),

  '2 The base path with a trailing slash returns the document; any screen needs at most one redirect.':
    async (target) => {
      await readShell(target);
      await every(words(SCREENS), async (path) => shell(200, 404)(await followRedirect(target, path)));
    },

  '3 No URL has the base path twice.': respond(
    { paths: `${PATHS} /manifest.webmanifest {asset}` },
    (response, { base }) => {
      const isTwice = `${header(response, 'location')} ${response.text}`.includes(`${base}${base}/`);
      check(!isTwice, response, 'the base path once in every URL', `${base}${base}/`);
    },
  ),

  '5 Forged forwarding headers appear in no Location and no page.': respond(
    { paths: PATHS, headers: FORGED },
    checkStaysInside,
    (response) =>
      check(!response.text.includes('forged'), response, 'no forged value in the body', 'a forged value'),
  ),

  '6 A deep link returns the document, with assets beneath the base path, not beneath the route.': async (
    target,
  ) => {
    const home = linksIn(await readShell(target), `${target.origin}${target.base}/`).join(' ');
    await respond({ paths: DEEP_LINKS }, shell(200, 404), (response, _target, { path }) => {
      const links = linksIn(response, `${target.origin}${path}`).join(' ');
      check(links === home, response, `the home screen's assets ${home}`, links);
    })(target);
  },

  '7 index.html returns the document; a deep link has the Cache-Control of the document, but a 404 has no-store.':
    async (target) => {
      const home = await readShell(target);
      checkSameBody(await target.request(`${target.base}/index.html`), home);
      await respond({ paths: `/index.html ${DEEP_LINKS}` }, (response) => {
        field('vary', onlyHeader(home, 'vary'))(response);
        const rule = response.status === 404 ? 'no-store' : onlyHeader(home, 'cache-control');
        field('cache-control', rule)(response);
      })(target);
    },

  '9 Everything that the document links to exists beneath the base path.': readPublished,

  '10 An unknown screen returns the document with status 404, even if the browser revalidates.': async (
    target,
  ) => {
    const home = await readShell(target);
    await every([onlyHeader(home, 'etag'), '*', '"unknown"'], (stored) =>
      respond({ paths: UNKNOWN_SCREEN, headers: { 'if-none-match': stored } }, shell(404), (response) => {
        checkSameBody(response, home);
        const tag = header(response, 'etag');
        check(tag === undefined, response, 'no ETag on a 404', tag);
      })(target),
    );
  },

  '11 A missing file returns 404 without HTML, and is not cached for long.': respond(
    { paths: MISSING_FILES },
    status(404),
    checkNotHtml,
    field('cache-control', /no-store|no-cache/, 'no-store or no-cache'),
  ),

  '12 Nothing is served outside the base path, except for a redirect from the root, which is not cached.':
    wholeOrigin(
      all(
        respond(
          { paths: '/', isAtOrigin: true },
          status(302),
          field('cache-control', 'no-store'),
          (response, { base }) => field('location', `${base}/`)(response),
        ),
        respond(
          { paths: '/WEB/ {base}site {base}2/x /x /index.html /api/status {asset}', isAtOrigin: true },
          status(404),
          (response) => check(!isShell(response), response, 'no document', 'the document'),
        ),
      ),
    ),

  '13 Source maps are not published.': respond({ paths: '{asset}.map' }, status(404), checkNotHtml),
};
