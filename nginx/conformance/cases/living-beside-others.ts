import { BROWSER, TEST_CALLS } from '../case.ts';
import type { Case } from '../case.ts';
import { check, checkStatus, every, parseObject } from '../checks.ts';

export const livingBesideOthers: readonly Case[] = [
  {
    id: '34a',
    title: 'Every cookie is for the base alone.',
    seen: 'outside',
    needs: ['no-ingress'],
    run: (target) =>
      every(['/', '/a/b', '/api/status', '/api/nope'], async (path) => {
        const answer = await target.ask(`${target.base}${path}`);
        for (const cookie of answer.headers['set-cookie'] ?? []) {
          const scope = /;\s*path=([^;]*)/i.exec(cookie)?.[1]?.trim();
          check(scope === target.base, answer, `a cookie with Path=${target.base}`, cookie);
        }
      }),
  },
  {
    id: '34b',
    title: 'A cookie that a call sets is for the base alone, and survives an upgrade of the app.',
    seen: 'harness',
    why: TEST_CALLS,
  },
  {
    id: '34c',
    title: "Keys in storage, caches and channels carry the application's name.",
    seen: 'harness',
    why: BROWSER,
  },
  {
    id: '35a',
    title: 'No answer lets a service worker reach beyond the base.',
    seen: 'outside',
    run: (target) =>
      every(['/', '/sw.js', '/service-worker.js', '/assets/sw.js'], async (path) => {
        const answer = await target.ask(`${target.base}${path}`);
        for (const scope of answer.headers['service-worker-allowed'] ?? []) {
          check(scope.startsWith(`${target.base}/`), answer, `a scope in ${target.base}/`, scope);
        }
      }),
  },
  {
    id: '35b',
    title: 'No service worker is registered.',
    seen: 'harness',
    why: BROWSER,
  },
  {
    id: '36',
    title: 'The manifest starts and stays in the base, by relative addresses.',
    seen: 'outside',
    run: async (target) => {
      const path = `${target.base}/manifest.webmanifest`;
      const answer = await target.ask(path);
      checkStatus(answer, 200);
      const manifest = parseObject(answer);
      await every(['start_url', 'scope'], (name) => {
        const value = manifest[name];
        const relative = typeof value === 'string' && !/^(\/|\w+:)/.test(value);
        check(relative, answer, `a relative ${name}`, JSON.stringify(value));
        const { pathname } = new URL(value, `${target.origin}${path}`);
        check(pathname === `${target.base}/`, answer, `${name} at ${target.base}/`, pathname);
      });
    },
  },
];
