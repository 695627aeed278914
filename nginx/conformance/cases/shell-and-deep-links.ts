import { outside } from '../case.ts';
import {
  check,
  checkHeader,
  checkNotHtml,
  checkShell,
  checkStatus,
  every,
  header,
  isShell,
  onlyHeader,
} from '../checks.ts';
import { readAssets, readPublished, readShell, urlsIn } from '../site.ts';

/** No application has this screen. */
const UNKNOWN_SCREEN = '/no/such/screen/in/any/application';

const DEEP_LINKS = ['/a/b/c', '/users/john.doe', '/a%2Fb', '/a/b/c/?x=1', '/a%20b/%C3%A4'];

const MISSING_FILES = [
  '/nope.js',
  '/a/b/nope.js',
  '/nope.svg',
  '/assets/gone-1.js',
  '/assets/gone.css',
].concat(['/assets/gone', '/assets/']);

export const shellAndDeepLinks = [
  ...outside({
    '6 A deep link is the shell, and its assets resolve beneath the base path, not the route.': async (
      target,
    ) => {
      const home = urlsIn((await readShell(target)).text, `${target.origin}${target.base}/`).join(' ');
      await every(DEEP_LINKS, async (path) => {
        const response = await target.request(`${target.base}${path}`);
        checkShell(response, 200, 404);
        const urls = urlsIn(response.text, `${target.origin}${target.base}${path}`).join(' ');
        check(urls === home, response, `the home screen's assets ${home}`, urls);
      });
    },

    '7a The base path and its index.html have byte-identical bodies.': async (target) => {
      const shell = await readShell(target);
      const index = await target.request(`${target.base}/index.html`);
      checkShell(index);
      check(index.body.equals(shell.body), index, `the body of ${shell.request}`, 'another body');
    },

    '7b A deep link has the cache rules of the shell; with status 404 it is not stored.': async (target) => {
      const shell = await readShell(target);
      await every(['/index.html', ...DEEP_LINKS], async (path) => {
        const response = await target.request(`${target.base}${path}`);
        checkHeader(response, 'vary', header(shell, 'vary') ?? 'the value of the shell');
        const rule = response.status === 404 ? 'no-store' : header(shell, 'cache-control');
        checkHeader(response, 'cache-control', rule ?? 'the value of the shell');
      });
    },

    '9a Everything that the shell links to lies beneath the base path and exists.': async (target) => {
      const shell = await readShell(target);
      await every(await readPublished(target), ({ url, response }) => {
        check(response !== undefined, shell, `only URLs beneath ${target.base}/`, url);
        checkStatus(response, 200);
      });
    },

    '10b An unknown screen is the shell with status 404, whatever the browser has stored.': async (
      target,
    ) => {
      const shell = await readShell(target);
      const stored = [{}, { 'if-none-match': onlyHeader(shell, 'etag') }, { 'if-none-match': '*' }];
      await every([UNKNOWN_SCREEN, `${UNKNOWN_SCREEN}/`, `${UNKNOWN_SCREEN}?x=1`], (path) =>
        every(stored, async (headers) => {
          const response = await target.request(`${target.base}${path}`, { headers });
          checkShell(response, 404);
          check(response.body.equals(shell.body), response, `the body of ${shell.request}`, 'another body');
          const tag = header(response, 'etag');
          check(tag === undefined, response, 'no ETag on a 404', tag);
        }),
      );
    },

    '11a A missing file is 404, never HTML, and not stored for long.': (target) =>
      every(MISSING_FILES, async (path) => {
        const response = await target.request(`${target.base}${path}`);
        checkStatus(response, 404);
        checkNotHtml(response);
        const rule = header(response, 'cache-control');
        check(/no-store|no-cache/.test(rule ?? ''), response, 'no-store or no-cache', rule);
      }),

    '11b A dot that begins no extension of the build is part of a screen.': (target) =>
      every(['/v1.2', '/reports/2026.final', '/users/john.doe/edit'], async (path) => {
        checkShell(await target.request(`${target.base}${path}`), 200, 404);
      }),

    '13 Source maps are not published.': async (target) =>
      every(await readPublished(target), async ({ path, response }) => {
        if (!path || !response || !/\.(js|css)$/.test(path)) return;
        const inline = /^\/[/*]# sourceMappingURL=/m.exec(response.text)?.[0];
        check(!inline, response, 'no link to a source map', inline);
        const map = await target.request(`${path}.map`);
        checkStatus(map, 404);
        checkNotHtml(map);
      }),
  }),
  ...outside(
    {
      '12 Nothing is served outside the base path.': async (target) => {
        const { base } = target;
        const [asset] = await readAssets(target);
        const paths = [
          `${base.toUpperCase()}/`,
          `${base}site`,
          `${base}2/x`,
          '/x',
          '/index.html',
          '/api/status',
        ]
          .concat([asset.slice(base.length), '/assets/gone-1.js'])
          .filter((path) => !path.startsWith(`${base}/`));
        await every(paths, async (path) => {
          const response = await target.request(path);
          checkStatus(response, 404);
          check(!isShell(response), response, 'no shell', 'the shell');
        });
      },
    },
    'whole-origin',
  ),
];
