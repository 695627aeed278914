import type { TargetResponse } from '../request.ts';
import { outside } from '../case.ts';
import { check, checkAllow, checkNotHtml, checkProblem, checkStatus, every, header } from '../checks.ts';
import { accepting } from '../request-headers.ts';
import { readAssets } from '../site.ts';

/** Fields of the connection, of one moment, or of an ingress that measures. */
const CHANGING = new Set(
  [
    'age',
    'x-cache',
    'x-served-by',
    'connection',
    'date',
    'keep-alive',
    'server-timing',
    'set-cookie',
    'transfer-encoding',
  ].concat(['x-envoy-upstream-service-time', 'x-request-id']),
);

const stableHeaders = (response: TargetResponse) =>
  new Map(
    Object.keys(response.headers)
      .filter((name) => !CHANGING.has(name))
      .map((name) => [name, header(response, name) ?? '']),
  );

export const methods = outside({
  '23a The shell and the assets have no method but GET and HEAD.': async (target) => {
    const [asset] = await readAssets(target);
    const paths = ['/', '/index.html', '/users/john.doe', '/favicon.svg'].map(
      (path) => `${target.base}${path}`,
    );
    await every([...paths, asset], (path) =>
      every(['POST', 'PUT', 'PATCH', 'DELETE'], async (method) => {
        const response = await target.request(path, { method });
        checkStatus(response, 405);
        checkAllow(response);
      }),
    );
  },

  '23b OPTIONS is 204 or 405, without HTML.': async (target) => {
    const [asset] = await readAssets(target);
    await every([`${target.base}/`, `${target.base}/a/b`, asset], async (path) => {
      const response = await target.request(path, { method: 'OPTIONS' });
      checkStatus(response, 204, 405);
      checkNotHtml(response);
    });
    const call = await target.request(`${target.base}/api/status`, { method: 'OPTIONS' });
    if (call.status !== 204) checkProblem(call, 405);
  },

  '24 HEAD has the status and header fields of GET, and no body.': async (target) => {
    const paths = ['', '/', '/index.html', '/a/b/c', '/nope.js', '/assets/gone-1.js']
      .concat(['/favicon.svg', '/manifest.webmanifest', '/api/status', '/api/nope'])
      .map((path) => `${target.base}${path}`);
    await every([...paths, ...(await readAssets(target))], (path) =>
      every(['identity', 'br'], async (encoding) => {
        const headers = accepting(encoding);
        const get = await target.request(path, { headers });
        const head = await target.request(path, { headers, method: 'HEAD' });
        checkStatus(head, get.status);
        check(head.body.length === 0, head, 'no body', `${head.body.length} bytes`);
        const [expected, received] = [stableHeaders(get), stableHeaders(head)];
        // HEAD may omit fields that only the content determines (RFC 9110, section 9.3.2).
        if (!received.has('content-length')) expected.delete('content-length');
        for (const name of new Set([...expected.keys(), ...received.keys()])) {
          const value = expected.get(name);
          check(received.get(name) === value, head, `${name}: ${value ?? 'none'}`, received.get(name));
        }
      }),
    );
  },
});
