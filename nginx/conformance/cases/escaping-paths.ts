import type { Case } from '../case.ts';
import {
  check,
  checkNotHtml,
  checkProblem,
  checkStaysInside,
  checkStatus,
  every,
  isShell,
} from '../checks.ts';
import type { Target } from '../target.ts';
import { readAssets } from '../site.ts';

/** Dot segments that, resolved, still lie beneath the base. */
const WITHIN = ['/a/../x', '/a/./x', '/a/%2e/x', '/a/%2E%2e/x', '/a/..', '/a/.%2e', '/a/..%2fx']
  .concat(['/assets/../x', '/assets/%2e%2e/x', '/assets/..%2findex.html', '/assets/..%5cx'])
  .concat(['/api/../x', '/api/%2e%2e/x', '/api/nope/..%2fx', '/api/..%2findex.html']);

/** Dot segments that, resolved, lie outside. */
const CLIMBING = ['/../x', '/%2e%2e/x', '/.%2E/x', '/..%2fx', '/..%2Fx', '/..', '/%2e%2e']
  .concat(['/assets/../../x', '/assets/..%2f..%2fx', '/api/../../x', '/api/..%2f..%2fx'])
  .concat(['/../etc/passwd', '/..%2f..%2f..%2f..%2fetc%2fpasswd', '/..%5c..%5cpackage.json']);

/** Files that stand near a build on a server; a target that joins paths carelessly reads them. */
const TREASURES = ['/../package.json', '/../../package.json', '/..%2f..%2fpackage.json']
  .concat(['/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd', '/..%2f..%2f..%2f..%2f..%2fetc%2fpasswd'])
  .concat(['/assets/..%2f..%2f..%2fpackage.json', '/assets/%2e%2e/%2e%2e/%2e%2e/etc/passwd'])
  .concat(['/%252e%252e/%252e%252e/package.json', '/..%5c..%5cpackage.json', '/%2fetc%2fpasswd']);

const TREASURE = /^root:[^:]*:0:0:|"(workspaces|devDependencies)":/m;

function isRefused(status: number): boolean {
  return status >= 400 && status < 500;
}

/** Our targets refuse; an ingress may have resolved the path before they saw it. */
async function checkRefused(target: Target, path: string): Promise<void> {
  const answer = await target.ask(path);
  if (isRefused(answer.status)) return;
  checkStaysInside(target, answer);
  const { status } = answer;
  const resolved = (status >= 300 && status < 400) || (status === 200 && isShell(answer));
  check(!target.ownsOrigin && resolved, answer, 'status 400 or 404', status);
}

async function checkNoHostInLocation(target: Target, path: string): Promise<void> {
  const answer = await target.ask(path);
  for (const location of answer.headers['location'] ?? []) {
    // A browser takes a backslash for a slash.
    const away = /^[/\\]{2}/.test(location) || new URL(location, target.origin).origin !== target.origin;
    check(!away, answer, 'a Location at this origin', location);
  }
}

export const escapingPaths: readonly Case[] = [
  {
    id: '25a',
    title: 'Dot segments, plain or encoded, are refused.',
    seen: 'outside',
    run: (target) => every(WITHIN, (path) => checkRefused(target, `${target.base}${path}`)),
  },
  {
    id: '25b',
    title: 'Paths that climb out of the base are refused, their stripped forms included.',
    seen: 'outside',
    needs: ['whole-origin'],
    run: (target) => {
      const climbing = CLIMBING.flatMap((path) => [`${target.base}${path}`, path]);
      return every([...climbing, `${target.base}../x`, `${target.base}../package.json`], (path) =>
        checkRefused(target, path),
      );
    },
  },
  {
    id: '25c',
    title: 'No path reads a file outside the build.',
    seen: 'outside',
    run: (target) =>
      every([...TREASURES, '../package.json', '../etc/passwd'], async (path) => {
        const answer = await target.ask(`${target.base}${path}`);
        check(!TREASURE.test(answer.text), answer, 'nothing from outside the build', 'a file');
      }),
  },
  {
    id: '25d',
    title: 'A call that climbs is refused with a problem.',
    seen: 'outside',
    needs: ['whole-origin'],
    run: (target) =>
      every(['/api/nope/..%2fx', '/api/a/%2e%2e/x', '/api/a/../x'], async (path) => {
        checkProblem(await target.ask(`${target.base}${path}`), 400, 404);
      }),
  },
  {
    id: '26a',
    title: 'Doubled slashes beneath the base never lead to another host.',
    seen: 'outside',
    run: (target) =>
      every(
        ['//example.org', '//example.org/', '///example.org', '//example.org/..', '//']
          .concat(['//example.org/%2e%2e', '/%2f%2fexample.org', '/%2fexample.org/'])
          .concat(['/\\example.org', '/%5cexample.org/', '/assets//example.org/..'])
          .map((path) => `${target.base}${path}`),
        (path) => checkNoHostInLocation(target, path),
      ),
  },
  {
    id: '26b',
    title: 'Doubled slashes at the root never lead to another host.',
    seen: 'outside',
    needs: ['no-ingress'],
    run: (target) =>
      every(
        ['//example.org', '//example.org/', '//example.org/..', '//example.org/%2e%2e']
          .concat(['//example.org/%2f..', '/\\example.org', '/%2f%2fexample.org', '//'])
          .concat([`//example.org${target.base}`, `/${target.base}`, `/${target.base}/`]),
        (path) => checkNoHostInLocation(target, path),
      ),
  },
  {
    id: '27a',
    title: 'A doubled slash in the path of an asset gives the asset or 404, never HTML.',
    seen: 'outside',
    run: async (target) => {
      const [asset] = await readAssets(target);
      const { body } = await target.ask(asset);
      const name = asset.slice(`${target.base}/assets/`.length);
      await every([`/assets//${name}`, `//assets/${name}`], async (path) => {
        const answer = await target.ask(`${target.base}${path}`);
        checkStatus(answer, 200, 404);
        checkNotHtml(answer);
        const same = answer.status === 404 || answer.body.equals(body);
        check(same, answer, 'the asset itself', 'another body');
      });
    },
  },
  {
    id: '27b',
    title: 'Doubled slashes get the same answer through both targets.',
    seen: 'harness',
    why: 'compares two targets',
  },
];
