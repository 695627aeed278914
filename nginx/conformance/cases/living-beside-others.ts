import { outside } from '../case.ts';
import { check, checkStatus, every, parseObject } from '../checks.ts';

export const livingBesideOthers = [
  ...outside(
    {
      '34a Every cookie is for the base path alone.': (target) =>
        every(['/', '/a/b', '/api/status', '/api/nope'], async (path) => {
          const response = await target.request(`${target.base}${path}`);
          for (const cookie of response.headers['set-cookie'] ?? []) {
            const scope = /;\s*path=([^;]*)/i.exec(cookie)?.[1]?.trim();
            check(scope === target.base, response, `a cookie with Path=${target.base}`, cookie);
          }
        }),
    },
    'no-ingress',
  ),
  ...outside({
    '35a No response lets a service worker reach beyond the base path.': (target) =>
      every(['/', '/sw.js', '/service-worker.js', '/assets/sw.js'], async (path) => {
        const response = await target.request(`${target.base}${path}`);
        for (const scope of response.headers['service-worker-allowed'] ?? [])
          check(scope.startsWith(`${target.base}/`), response, `a scope in ${target.base}/`, scope);
      }),

    '36 The manifest starts and stays beneath the base path, by relative URLs.': async (target) => {
      const path = `${target.base}/manifest.webmanifest`;
      const response = await target.request(path);
      checkStatus(response, 200);
      const manifest = parseObject(response);
      await every(['start_url', 'scope'], (name) => {
        const value = manifest[name];
        const isRelative = typeof value === 'string' && !/^(\/|\w+:)/.test(value);
        check(isRelative, response, `a relative ${name}`, JSON.stringify(value));
        const { pathname } = new URL(value, `${target.origin}${path}`);
        check(pathname === `${target.base}/`, response, `${name} at ${target.base}/`, pathname);
      });
    },
  }),
];
