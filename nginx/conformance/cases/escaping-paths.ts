import { outside } from '../case.ts';
import {
  check,
  checkNotHtml,
  checkProblem,
  checkStaysInside,
  checkStatus,
  every,
  isRedirect,
  isShell,
} from '../checks.ts';
import type { Target } from '../target.ts';
import { readAssets } from '../site.ts';

/** Dot segments that resolve to a path beneath the base path. */
const INNER = ['/a/../x', '/a/./x', '/a/%2e/x', '/a/%2E%2e/x', '/a/..', '/a/.%2e', '/a/..%2fx']
  .concat(['/assets/../x', '/assets/%2e%2e/x', '/assets/..%2findex.html', '/assets/..%5cx'])
  .concat(['/api/../x', '/api/%2e%2e/x', '/api/nope/..%2fx', '/api/..%2findex.html']);

/** Dot segments that resolve to a path outside the base path. */
const OUTER = ['/../x', '/%2e%2e/x', '/.%2E/x', '/..%2fx', '/..%2Fx', '/..', '/%2e%2e']
  .concat(['/assets/../../x', '/assets/..%2f..%2fx', '/api/../../x', '/api/..%2f..%2fx'])
  .concat(['/../etc/passwd', '/..%2f..%2f..%2f..%2fetc%2fpasswd', '/..%5c..%5cpackage.json']);

/** Paths to files that exist on a server, which a target reads if it joins paths without care. */
const SECRETS = ['/../package.json', '/../../package.json', '/..%2f..%2fpackage.json']
  .concat(['/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd', '/..%2f..%2f..%2f..%2f..%2fetc%2fpasswd'])
  .concat(['/assets/..%2f..%2f..%2fpackage.json', '/assets/%2e%2e/%2e%2e/%2e%2e/etc/passwd'])
  .concat(['/%252e%252e/%252e%252e/package.json', '/..%5c..%5cpackage.json', '/%2fetc%2fpasswd']);

const SECRET_CONTENT = /^root:[^:]*:0:0:|"(workspaces|devDependencies)":/m;

/** The application refuses the path; an ingress in front may have resolved it before. */
async function checkRefused(target: Target, path: string): Promise<void> {
  const response = await target.request(path);
  const { status } = response;
  if (status >= 400 && status < 500) return;
  checkStaysInside(target, response);
  const isResolved = isRedirect(response) || (status === 200 && isShell(response));
  check(!target.ownsOrigin && isResolved, response, 'status 400 or 404', status);
}

async function checkNoHostInLocation(target: Target, path: string): Promise<void> {
  const response = await target.request(path);
  for (const location of response.headers['location'] ?? []) {
    // Browsers read a backslash as a slash.
    const leaves = /^[/\\]{2}/.test(location) || new URL(location, target.origin).origin !== target.origin;
    check(!leaves, response, 'a Location at this origin', location);
  }
}

/** The path with its first letter encoded, and with the last one of its first two segments. */
const encodings = (path: string) =>
  [/[a-z]/, /[a-z](?=\/[^/]*$)/].map((letter) =>
    path.replace(letter, (found) => `%${found.charCodeAt(0).toString(16)}`),
  );

const DOUBLED = ['//example.org', '//example.org/', '///example.org', '//example.org/..', '//']
  .concat(['//example.org/%2e%2e', '/%2f%2fexample.org', '/%2fexample.org/'])
  .concat(['/\\example.org', '/%5cexample.org/', '/assets//example.org/..']);

export const escapingPaths = [
  ...outside({
    '25a Dot segments, plain or encoded, are refused.': (target) =>
      every(INNER, (path) => checkRefused(target, `${target.base}${path}`)),

    '25c No path reads a file outside the build.': (target) =>
      every([...SECRETS, '../package.json', '../etc/passwd'], async (path) => {
        const response = await target.request(`${target.base}${path}`);
        check(!SECRET_CONTENT.test(response.text), response, 'nothing from outside the build', 'a file');
      }),

    '26a Doubled slashes beneath the base path never lead to another host.': (target) =>
      every(DOUBLED, (path) => checkNoHostInLocation(target, `${target.base}${path}`)),

    '27a A doubled slash in the path of an asset gives the asset or 404, never HTML.': async (target) => {
      const [asset] = await readAssets(target);
      const { body } = await target.request(asset);
      const name = asset.slice(`${target.base}/assets/`.length);
      await every([`/assets//${name}`, `//assets/${name}`], async (path) => {
        const response = await target.request(`${target.base}${path}`);
        checkStatus(response, 200, 404);
        checkNotHtml(response);
        const isSame = response.status === 404 || response.body.equals(body);
        check(isSame, response, 'the asset itself', 'another body');
      });
    },
  }),
  ...outside(
    {
      '41a Letters that are encoded without need are refused, or answered as the plain path is.': (target) =>
        every(
          ['GET /api/status', 'POST /api/status', 'POST /api/client-reports', 'GET /', 'GET /assets/x.js'],
          async (call) => {
            const [method = '', path = ''] = call.split(' ');
            const headers = { 'sec-fetch-site': 'cross-site' };
            const plain = await target.request(target.base + path, { method, headers });
            for (const encoded of encodings(target.base + path)) {
              const response = await target.request(encoded, { method, headers });
              checkStatus(response, 400, plain.status);
              checkStaysInside(target, response);
            }
          },
        ),

      '25b Paths that leave the base path are refused, with and without the prefix.': (target) => {
        const { base } = target;
        const paths = OUTER.flatMap((path) => [`${base}${path}`, path]);
        return every([...paths, `${base}../x`, `${base}../package.json`], (path) =>
          checkRefused(target, path),
        );
      },

      '25d A call with dot segments is refused with a problem.': (target) =>
        every(['/api/nope/..%2fx', '/api/a/%2e%2e/x', '/api/a/../x'], async (path) => {
          checkProblem(await target.request(`${target.base}${path}`), 400, 404);
        }),
    },
    'whole-origin',
  ),
  ...outside(
    {
      '26b Doubled slashes at the root never lead to another host.': (target) =>
        every(
          ['//example.org', '//example.org/', '//example.org/..', '//example.org/%2e%2e']
            .concat(['//example.org/%2f..', '/\\example.org', '/%2f%2fexample.org', '//'])
            .concat([`//example.org${target.base}`, `/${target.base}`, `/${target.base}/`]),
          (path) => checkNoHostInLocation(target, path),
        ),
    },
    'no-ingress',
  ),
];
