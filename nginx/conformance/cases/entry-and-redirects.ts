import type { TargetResponse, RequestOptions } from '../request.ts';
import { outside } from '../case.ts';
import {
  check,
  checkHeader,
  checkNotHtml,
  checkShell,
  checkStatus,
  checkStaysInside,
  every,
  header,
  isRedirect,
  isShell,
  mediaType,
  onlyHeader,
} from '../checks.ts';
import type { Target } from '../target.ts';
import { readPublished, readShell } from '../site.ts';

const QUERY = '?x=1&y=a%2Fb';

async function checkEntry(target: Target, options?: RequestOptions): Promise<void> {
  const response = await target.request(`${target.base}${QUERY}`, options);
  checkStatus(response, 301, 308);
  const location = onlyHeader(response, 'location');
  // An ingress may make it absolute.
  const path = target.ownsOrigin ? location : location.replace(target.origin, '');
  check(path === `${target.base}/${QUERY}`, response, `Location: ${target.base}/${QUERY}`, location);
}

/** Follows one redirect as a browser would. Fails where it leaves the base path, or where a second one follows. */
async function checkLanding(target: Target, path: string): Promise<TargetResponse> {
  const first = await target.request(path);
  if (!isRedirect(first)) return first;
  checkStaysInside(target, first);
  const next = new URL(onlyHeader(first, 'location'), target.origin);
  const second = await target.request(`${next.pathname}${next.search}`);
  check(!isRedirect(second), second, 'one redirect at most', second.status);
  return second;
}

const FORGED = {
  'x-forwarded-host': 'forged.example',
  'x-forwarded-proto': 'gopher',
  'x-forwarded-port': '4711',
  'x-forwarded-prefix': '/forged',
  'x-original-uri': '/forged/x',
  'x-rewrite-url': '/forged/x',
  forwarded: 'host=forged.example;proto=gopher',
};

const SCREENS = ['', '/', QUERY, '/index.html', '/a/b/c', '/a/b/c/'];
const PATHS = [...SCREENS, '/assets', '/api', '/api/'];

export const entryAndRedirects = [
  ...outside(
    {
      '1a The base path without its slash redirects once to a path, with the same query.': (target) =>
        checkEntry(target),
      '1b X-Forwarded-Proto does not change the redirect.': (target) =>
        checkEntry(target, { headers: { 'x-forwarded-proto': 'https' } }),
      '1d HEAD is redirected as GET is.': (target) => checkEntry(target, { method: 'HEAD' }),
    },
    'prefix-kept',
  ),
  ...outside(
    {
      '1c Another host with a port does not change the redirect.': (target) =>
        checkEntry(target, { headers: { host: 'example.org:8081' } }),
    },
    'prefix-kept',
    'no-ingress',
  ),
  ...outside(
    {
      '1e Behind a stripping ingress the base path without its slash is the shell.': async (target) =>
        checkShell(await checkLanding(target, `${target.base}${QUERY}`)),
    },
    'prefix-stripped',
  ),
  ...outside({
    '2a The base path with its slash is the shell, without a redirect.': async (target) => {
      const shell = await readShell(target);
      check(!header(shell, 'location'), shell, 'no Location', header(shell, 'location'));
    },

    '2b Any entry needs at most one redirect.': (target) =>
      every(SCREENS, async (path) => {
        checkShell(await checkLanding(target, `${target.base}${path}`), 200, 404);
      }),

    '3 No URL anywhere has the base path twice.': async (target) => {
      const twice = target.base.repeat(2);
      const checkOnce = (response: TargetResponse, text: string) => {
        // `/web/webhooks` is not the base path twice.
        const isTwice = text
          .split(twice)
          .slice(1)
          .some((after) => !/^[\w-]/.test(after));
        check(!isTwice, response, 'the base path once in every URL', twice);
      };
      await every(PATHS, async (path) => {
        const response = await target.request(`${target.base}${path}`);
        checkOnce(response, header(response, 'location') ?? '');
        if (isShell(response)) checkOnce(response, response.text);
      });
      await every(await readPublished(target), ({ url, response }) => {
        if (!response) return;
        const isBinary = /^(image|font)\//.test(mediaType(response));
        checkOnce(response, isBinary ? url : `${url}\n${response.text}`);
      });
    },

    '4 The root of the calls responds with JSON, never with a redirect.': (target) =>
      every(['/api', '/api/'], (path) =>
        every(['POST', 'GET'], async (method) => {
          const response = await target.request(`${target.base}${path}`, { method });
          check(!isRedirect(response), response, 'no redirect', response.status);
          checkNotHtml(response);
          check(/\bjson$/.test(mediaType(response)), response, 'JSON', mediaType(response) || 'no type');
        }),
      ),

    '5a Forged forwarding fields reach no Location and no page.': (target) =>
      every(PATHS, async (path) => {
        const response = await target.request(`${target.base}${path}`, { headers: FORGED });
        checkStaysInside(target, response);
        check(!response.text.includes('forged'), response, 'no forged value in the body', 'a forged value');
      }),
  }),
  ...outside(
    {
      '2c The root of the origin redirects to the base path and is not stored.': async (target) => {
        const response = await target.request('/');
        checkStatus(response, 302);
        checkHeader(response, 'location', `${target.base}/`);
        checkHeader(response, 'cache-control', 'no-store');
      },
    },
    'whole-origin',
  ),
];
