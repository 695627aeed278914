import { limits } from '../../../bff/src/contract/constants.ts';
import type { Answer, Ask } from '../ask.ts';
import { PROCESSES } from '../case.ts';
import type { Case } from '../case.ts';
import { checkHeader, every, onlyHeader } from '../checks.ts';
import type { Door } from '../door.ts';
import { securityHeaders } from '../security-headers.ts';
import { readAssets, readShell } from '../site.ts';

/** One answer of every status that can be had from outside. */
async function manyAnswers(door: Door): Promise<Answer[]> {
  const [asset] = await readAssets(door);
  const tag = onlyHeader(await readShell(door), 'etag');
  // What an ingress may have answered in our place is left out: 1, 12, 14 and 17 say so themselves.
  const asked: (readonly [path: string, init?: Ask])[] = [
    ['/'],
    ['/', { headers: { 'accept-encoding': 'br' } }],
    ['/', { headers: { 'if-none-match': tag } }],
    ['/', { method: 'HEAD' }],
    ['/', { method: 'POST' }],
    ['/', { method: 'OPTIONS' }],
    ['/index.html'],
    ['/a/b/c'],
    ['/nope.js'],
    ['/assets/gone-1.js'],
    ['/favicon.svg'],
    ['/manifest.webmanifest'],
    ['/api/'],
    ['/api/status'],
    ['/api/nope'],
    ['/api/status', { method: 'DELETE' }],
  ];
  const beneath = asked.map(([path, init]) => [`${door.base}${path}`, init] as const);
  const all = [...beneath, [asset, undefined] as const, [asset, { method: 'POST' }] as const];
  if (door.ownsOrigin && !door.stripped) {
    const { base } = door;
    const outside = ['/', '/x', base, `${base}/../x`, `${base}/..%2fx`, `${base}/api/%zz`];
    all.push(...outside.map((path) => [path, undefined] as const));
    const body = Buffer.alloc(limits.BODY_BYTES + 1, ' ');
    all.push([`${base}/api/nope`, { method: 'POST', body }]);
  }
  const answers: Answer[] = [];
  for (const [path, init] of all) answers.push(await door.ask(path, init));
  return answers;
}

export const security: readonly Case[] = [
  {
    id: '32a',
    title: 'The security headers stand exactly once on every answer.',
    seen: 'outside',
    run: async (door) =>
      every(await manyAnswers(door), (answer) =>
        every(securityHeaders, (name) => {
          if (name === 'x-content-type-options') checkHeader(answer, name, 'nosniff');
          else onlyHeader(answer, name);
        }),
      ),
  },
  {
    id: '32b',
    title: 'The id of the request stands exactly once on every answer.',
    seen: 'outside',
    run: async (door) =>
      every(await manyAnswers(door), (answer) => {
        onlyHeader(answer, 'x-request-id');
      }),
  },
  {
    id: '32c',
    title: 'A 502, a 503 and a 504 carry the security headers exactly once too.',
    seen: 'harness',
    why: PROCESSES,
  },
];
