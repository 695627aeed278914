import { BROWSER } from '../case.ts';
import type { Case } from '../case.ts';
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
import { addressesIn, readAssets, readPublished, readShell } from '../site.ts';

/** Of which no application has a screen. */
const NO_SCREEN = '/no/such/screen/in/any/application';

const DEEP_LINKS = ['/a/b/c', '/users/john.doe', '/a%2Fb', '/a/b/c/?x=1', '/a%20b/%C3%A4'];

export const shellAndDeepLinks: readonly Case[] = [
  {
    id: '6',
    title: 'A deep link is the shell, and its assets resolve beneath the base, not the route.',
    seen: 'outside',
    run: async (target) => {
      const home = addressesIn((await readShell(target)).text, `${target.origin}${target.base}/`);
      await every(DEEP_LINKS, async (path) => {
        const answer = await target.ask(`${target.base}${path}`);
        checkShell(answer, 200, 404);
        const named = addressesIn(answer.text, `${target.origin}${target.base}${path}`);
        const same = named.join(' ') === home.join(' ');
        check(same, answer, `the home screen's assets ${home.join(' ')}`, named.join(' '));
      });
    },
  },
  {
    id: '7a',
    title: 'The base and its index.html give byte-identical bodies.',
    seen: 'outside',
    run: async (target) => {
      const shell = await readShell(target);
      const index = await target.ask(`${target.base}/index.html`);
      checkShell(index);
      check(index.body.equals(shell.body), index, `the body of ${shell.asked}`, 'another');
    },
  },
  {
    id: '7b',
    title: 'A deep link has the cache rules of the shell, and none is kept that is a 404.',
    seen: 'outside',
    run: async (target) => {
      const shell = await readShell(target);
      await every(['/index.html', ...DEEP_LINKS], async (path) => {
        const answer = await target.ask(`${target.base}${path}`);
        checkHeader(answer, 'vary', header(shell, 'vary') ?? 'as the shell has it');
        const rule = answer.status === 404 ? 'no-store' : header(shell, 'cache-control');
        checkHeader(answer, 'cache-control', rule ?? 'as the shell has it');
      });
    },
  },
  {
    id: '8',
    title: 'Reloading, going back and going forward show the screen of the address.',
    seen: 'harness',
    why: BROWSER,
  },
  {
    id: '9a',
    title: 'Everything that the shell leads to lies beneath the base and is there.',
    seen: 'outside',
    run: async (target) => {
      const shell = await readShell(target);
      await every(await readPublished(target), ({ address, answer }) => {
        check(answer !== undefined, shell, `only addresses beneath ${target.base}/`, address);
        checkStatus(answer, 200);
      });
    },
  },
  {
    id: '9b',
    title: 'A full crawl in a browser requests nothing outside the base.',
    seen: 'harness',
    why: BROWSER,
  },
  {
    id: '10',
    title: 'An unknown screen shows the not-found screen with a way home, and noindex.',
    seen: 'harness',
    why: BROWSER,
  },
  {
    id: '10b',
    title: 'An address that is no screen is the shell with status 404, whatever the browser has kept.',
    seen: 'outside',
    run: async (target) => {
      const shell = await readShell(target);
      await every([NO_SCREEN, `${NO_SCREEN}/`, `${NO_SCREEN}?x=1`], async (path) => {
        const headers = { 'if-none-match': onlyHeader(shell, 'etag') };
        await every([{}, headers, { 'if-none-match': '*' }], async (headers) => {
          const answer = await target.ask(`${target.base}${path}`, { headers });
          checkShell(answer, 404);
          check(answer.body.equals(shell.body), answer, `the body of ${shell.asked}`, 'another');
          const tag = header(answer, 'etag');
          check(tag === undefined, answer, 'no ETag on a 404', tag);
        });
      });
    },
  },
  {
    id: '10c',
    title: 'Both targets answer 200 to every screen of the table, with or without a slash at its end.',
    seen: 'harness',
    why: 'needs to know the table of screens',
  },
  {
    id: '11a',
    title: 'A missing file is 404, never HTML, and not cacheable for long.',
    seen: 'outside',
    run: (target) =>
      every(
        [
          '/nope.js',
          '/a/b/nope.js',
          '/nope.svg',
          '/assets/gone-1.js',
          '/assets/gone.css',
          '/assets/gone',
          '/assets/',
        ],
        async (path) => {
          const answer = await target.ask(`${target.base}${path}`);
          checkStatus(answer, 404);
          checkNotHtml(answer);
          const rule = header(answer, 'cache-control');
          check(/no-store|no-cache/.test(rule ?? ''), answer, 'no-store or no-cache', rule);
        },
      ),
  },
  {
    id: '11b',
    title: 'A dot that begins no extension of the build is part of a screen.',
    seen: 'outside',
    run: (target) =>
      every(['/v1.2', '/reports/2026.final', '/users/john.doe/edit'], async (path) => {
        checkShell(await target.ask(`${target.base}${path}`), 200, 404);
      }),
  },
  {
    id: '12',
    title: 'Nothing answers outside the base.',
    seen: 'outside',
    needs: ['whole-origin'],
    run: async (target) => {
      const { base } = target;
      const [asset] = await readAssets(target);
      const foreign = [
        `${base.toUpperCase()}/`,
        `${base}site`,
        `${base}2/x`,
        '/x',
        '/index.html',
        '/api/status',
        asset.slice(base.length),
        '/assets/gone-1.js',
      ];
      await every(
        foreign.filter((path) => !path.startsWith(`${base}/`)),
        async (path) => {
          const answer = await target.ask(path);
          checkStatus(answer, 404);
          check(!isShell(answer), answer, 'no shell', 'the shell');
        },
      );
    },
  },
  {
    id: '13',
    title: 'Source maps are not published.',
    seen: 'outside',
    run: async (target) =>
      every(await readPublished(target), async ({ path, answer }) => {
        if (!path || !answer || !/\.(js|css)$/.test(path)) return;
        const inline = /^\/[/*]# sourceMappingURL=/m.exec(answer.text)?.[0];
        check(!inline, answer, 'no source map named', inline);
        const map = await target.ask(`${path}.map`);
        checkStatus(map, 404);
        checkNotHtml(map);
      }),
  },
];
