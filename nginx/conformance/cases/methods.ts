import type { Answer } from '../request.ts';
import type { Case } from '../case.ts';
import { check, checkAllow, checkNotHtml, checkProblem, checkStatus, every, header } from '../checks.ts';
import { readAssets } from '../site.ts';

/** Of the connection, of the moment, or of an ingress that measures. */
const MOMENTARY = new Set([
  'age',
  'connection',
  'date',
  'keep-alive',
  'server-timing',
  'set-cookie',
  'transfer-encoding',
  'x-envoy-upstream-service-time',
  'x-request-id',
]);

function lasting(answer: Answer): Map<string, string> {
  const names = Object.keys(answer.headers).filter((name) => !MOMENTARY.has(name));
  return new Map(names.map((name) => [name, header(answer, name) ?? '']));
}

export const methods: readonly Case[] = [
  {
    id: '23a',
    title: 'The shell and the assets take no method but GET and HEAD.',
    seen: 'outside',
    run: async (target) => {
      const [asset] = await readAssets(target);
      const paths = ['/', '/index.html', '/users/john.doe', '/favicon.svg']
        .map((path) => `${target.base}${path}`)
        .concat(asset);
      await every(
        paths.flatMap((path) => ['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => ({ path, method }))),
        async ({ path, method }) => {
          const answer = await target.ask(path, { method });
          checkStatus(answer, 405);
          checkAllow(answer);
        },
      );
    },
  },
  {
    id: '23b',
    title: 'OPTIONS is 204 or 405, without HTML.',
    seen: 'outside',
    run: async (target) => {
      const [asset] = await readAssets(target);
      await every([`${target.base}/`, `${target.base}/a/b`, asset], async (path) => {
        const answer = await target.ask(path, { method: 'OPTIONS' });
        checkStatus(answer, 204, 405);
        checkNotHtml(answer);
      });
      const call = await target.ask(`${target.base}/api/status`, { method: 'OPTIONS' });
      if (call.status !== 204) checkProblem(call, 405);
    },
  },
  {
    id: '24',
    title: 'HEAD has the status and headers of GET, and no body.',
    seen: 'outside',
    run: async (target) => {
      const paths = ['', '/', '/index.html', '/a/b/c', '/nope.js', '/assets/gone-1.js']
        .concat(['/favicon.svg', '/manifest.webmanifest', '/api/status', '/api/nope'])
        .map((path) => `${target.base}${path}`);
      const asked = [...paths, ...(await readAssets(target))].flatMap((path) =>
        ['identity', 'br'].map((coding) => ({ path, headers: { 'accept-encoding': coding } })),
      );
      await every(asked, async ({ path, headers }) => {
        const get = await target.ask(path, { headers });
        const head = await target.ask(path, { headers, method: 'HEAD' });
        checkStatus(head, get.status);
        check(head.body.length === 0, head, 'no body', `${head.body.length} bytes`);
        const [expected, came] = [lasting(get), lasting(head)];
        // A HEAD may leave out what only the content would tell (RFC 9110, section 9.3.2).
        if (!came.has('content-length')) expected.delete('content-length');
        for (const name of new Set([...expected.keys(), ...came.keys()])) {
          const value = expected.get(name);
          check(came.get(name) === value, head, `${name}: ${value ?? 'none'}`, came.get(name));
        }
      });
    },
  },
];
