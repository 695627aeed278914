import { all, respond, type Cases, type Check, wholeOrigin } from '#platform/conformance/case.ts';
import {
  check,
  checkNotHtml,
  checkSameBody,
  checkStaysInside,
  every,
  isRedirect,
  isShell,
  status,
} from '#platform/conformance/checks.ts';
import { readAsset } from '#platform/conformance/site.ts';

/** Dot segments that resolve to a path beneath the base path. */
const INNER = `
  /a/../x /a/./x /a/%2e/x /a/%2E%2e/x /a/.. /a/.%2e /a/..%2fx
  /assets/../x /assets/%2e%2e/x /assets/..%2findex.html /assets/..%5cx
  /api/../x /api/%2e%2e/x /api/nope/..%2fx /api/..%2findex.html`;

/** Dot segments that resolve to a path outside the base path. */
const OUTER = `
  /../x /%2e%2e/x /.%2E/x /..%2fx /..%2Fx /.. /%2e%2e
  /assets/../../x /assets/..%2f..%2fx /api/../../x /api/..%2f..%2fx
  /../etc/passwd /..%2f..%2f..%2f..%2fetc%2fpasswd /..%5c..%5cpackage.json`;

/** Paths that would reach files outside of the build if a server joined or decoded them carelessly. */
const SECRETS = `
  ../package.json ../etc/passwd /../../package.json /..%2f..%2fpackage.json
  /%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd /assets/%2e%2e/%2e%2e/%2e%2e/etc/passwd
  /assets/..%2f..%2f..%2fpackage.json /%252e%252e/%252e%252e/package.json /%2fetc%2fpasswd`;

const SECRET_CONTENT = /^root:[^:]*:0:0:|"(workspaces|devDependencies)":/m;

const DOUBLED = `
  //example.org //example.org/ ///example.org //example.org/.. //
  //example.org/%2e%2e //example.org/%2f.. /%2f%2fexample.org /%2fexample.org/
  /\\example.org /%5cexample.org/ /assets//example.org/..`;

/** Checks that the application rejects the path, unless an ingress has already resolved the path's dot segments. */
const checkRejected: Check = (response, target) => {
  if (response.status >= 400 && response.status < 500) return;
  checkStaysInside(response, target);
  const isResolved = isRedirect(response) || (response.status === 200 && isShell(response));
  check(!target.ownsOrigin && isResolved, response, 'status 400 or 404', response.status);
};

const checkNoHostInLocation: Check = (response, { origin }) => {
  for (const location of response.headers['location'] ?? []) {
    // Browsers treat a backslash as a slash.
    const leaves = /^[/\\]{2}/.test(location) || new URL(location, origin).origin !== origin;
    check(!leaves, response, 'a Location at this origin', location);
  }
};

/** Returns two variants of a path, each with one percent-encoded letter: the first letter, or the letter before the last slash. */
const encodings = (path: string) =>
  [/[a-z]/, /[a-z](?=\/[^/]*$)/].map((letter) =>
    path.replace(letter, (found) => `%${found.charCodeAt(0).toString(16)}`),
  );

export const paths: Cases = {
  '25 Dot segments are rejected, with and without the prefix, and no path reads a file outside the build.':
    all(
      respond({ paths: INNER }, checkRejected),
      respond({ paths: `${OUTER} {base}../x {base}../package.json`, isAtOrigin: true }, checkRejected),
      respond({ paths: OUTER.replaceAll(' /', ' {base}/'), isAtOrigin: true }, checkRejected),
      respond({ paths: `${OUTER} ${SECRETS}` }, (response) =>
        check(!SECRET_CONTENT.test(response.text), response, 'nothing from outside the build', 'a file'),
      ),
    ),

  '26 Repeated slashes never redirect to another host.': all(
    respond({ paths: DOUBLED }, checkNoHostInLocation),
    respond(
      { paths: `${DOUBLED} //example.org{base} /{base} /{base}/`, isAtOrigin: true },
      checkNoHostInLocation,
    ),
  ),

  '27 A repeated slash in the path of an asset returns the asset or 404, never HTML.': async (target) => {
    const asset = await readAsset(target);
    const file = await target.request(asset);
    const name = asset.slice(`${target.base}/assets/`.length);
    const paths = `/assets//${name} //assets/${name}`;
    await respond({ paths }, status(200, 404), checkNotHtml, (response) => {
      if (response.status === 200) checkSameBody(response, file);
    })(target);
  },

  '41 Needlessly percent-encoded letters are rejected, or handled like the plain path.': wholeOrigin(
    respond(
      {
        paths: '/api/status /api/client-reports / /assets/x.js',
        methods: 'GET POST',
        headers: { 'sec-fetch-site': 'cross-site' },
      },
      (plain, target, sent) =>
        every(encodings(sent.path), async (encoded) => {
          const response = await target.request(encoded, sent);
          status(400, plain.status)(response);
          checkStaysInside(response, target);
        }),
    ),
  ),
};
