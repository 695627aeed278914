import { all, problem, respond, status, type Cases, wholeOrigin } from '../case.ts';
import { check, every, isShell, membersOf } from '../checks.ts';

const PROBES = `
  /health /healthz /livez /readyz /live /ready /liveness /readiness /metrics
  /stub_status /nginx_status /-/healthy /-/ready /health/live /health/ready`;
const CALLS = PROBES.replaceAll(' /', ' /api/');

export const livingBesideOthers: Cases = {
  '34 Every cookie is for the base path alone.': wholeOrigin(
    respond({ paths: '/ /a/b /api/status /api/nope' }, (response, { base }) => {
      for (const cookie of response.headers['set-cookie'] ?? []) {
        const scope = /;\s*path=([^;]*)/i.exec(cookie)?.[1]?.trim();
        check(scope === base, response, `a cookie with Path=${base}`, cookie);
      }
    }),
  ),

  '35 No response lets a service worker reach beyond the base path.': respond(
    { paths: '/ /sw.js /service-worker.js /assets/sw.js' },
    (response, { base }) => {
      for (const scope of response.headers['service-worker-allowed'] ?? [])
        check(scope.startsWith(`${base}/`), response, `a scope in ${base}/`, scope);
    },
  ),

  '36 The manifest starts and stays beneath the base path, by relative URLs.': respond(
    { paths: '/manifest.webmanifest' },
    status(200),
    (response, { origin, base }, { path }) =>
      every(['start_url', 'scope'], (name) => {
        const value = membersOf(response)[name];
        const isRelative = typeof value === 'string' && !/^(\/|\w+:)/.test(value);
        check(isRelative, response, `a relative ${name}`, JSON.stringify(value));
        const { pathname } = new URL(value, `${origin}${path}`);
        check(pathname === `${base}/`, response, `${name} at ${base}/`, pathname);
      }),
  ),

  '37 Liveness, readiness and metrics are not reachable, beneath the base path and outside it.': all(
    respond({ paths: PROBES }, (response) =>
      check(response.status === 404 || isShell(response), response, '404 or a screen', response.status),
    ),
    respond({ paths: CALLS }, problem(404)),
    respond({ paths: `${PROBES} ${CALLS}`, isAtOrigin: true }, status(404)),
  ),
};
