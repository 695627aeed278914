import { limits } from '@web/bff/contract/constants';
import type { Answer, Ask } from '../request.ts';
import { PROCESSES } from '../case.ts';
import type { Case } from '../case.ts';
import { sameSiteHeaders } from '../same-site.ts';
import { check, checkHeader, every, mediaType, onlyHeader } from '../checks.ts';
import type { Target } from '../target.ts';
import { securityHeaders } from '../security-headers.ts';
import { readAssets, readShell } from '../site.ts';

const DOCUMENT = [
  /(^|; )script-src 'self'( 'sha256-[^']+')*(;|$)/,
  /(^|; )style-src 'self'( 'sha256-[^']+')*(;|$)/,
  /(^|; )connect-src [^;]+/,
  /(^|; )frame-ancestors [^;]+/,
  /(^|; )base-uri 'none'(;|$)/,
  /(^|; )require-trusted-types-for 'script'(;|$)/,
];
const CLOSED = [/^default-src 'none'; frame-ancestors 'none'$/];

/** One answer of every status that can be had from outside. */
async function manyAnswers(target: Target): Promise<Answer[]> {
  const [asset] = await readAssets(target);
  const tag = onlyHeader(await readShell(target), 'etag');
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
    ['/api/status', { method: 'DELETE', headers: sameSiteHeaders }],
    ['/api/status', { method: 'DELETE' }],
  ];
  const beneath = asked.map(([path, init]) => [`${target.base}${path}`, init] as const);
  const all = [...beneath, [asset, undefined] as const, [asset, { method: 'POST' }] as const];
  if (target.ownsOrigin && !target.stripped) {
    const { base } = target;
    const outside = ['/', '/x', base, `${base}/../x`, `${base}/..%2fx`, `${base}/api/%zz`];
    all.push(...outside.map((path) => [path, undefined] as const));
    const body = Buffer.alloc(limits.BODY_BYTES + 1, ' ');
    all.push([`${base}/api/nope`, { method: 'POST', body }]);
  }
  const answers: Answer[] = [];
  for (const [path, init] of all) answers.push(await target.ask(path, init));
  return answers;
}

export const security: readonly Case[] = [
  {
    id: '32a',
    title: 'The security headers stand exactly once on every answer.',
    seen: 'outside',
    run: async (target) =>
      every(await manyAnswers(target), (answer) =>
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
    run: async (target) =>
      every(await manyAnswers(target), (answer) => {
        onlyHeader(answer, 'x-request-id');
      }),
  },
  {
    id: '32d',
    title: 'A document carries a policy for documents; whatever is none loads nothing and is in no frame.',
    seen: 'outside',
    run: async (target) =>
      every(await manyAnswers(target), (answer) => {
        const policy = onlyHeader(answer, 'content-security-policy');
        // Of a 304, what it stands for is not to be seen; a redirect is shown by nobody.
        if (answer.status === 304) return;
        const isDocument = mediaType(answer) === 'text/html' && [200, 404].includes(answer.status);
        const wanted = isDocument ? DOCUMENT : CLOSED;
        const lacking = wanted.filter((directive) => !directive.test(policy));
        check(lacking.length === 0, answer, `a policy with ${lacking.join(' and ')}`, policy);
        check(!policy.includes('unsafe-'), answer, 'a policy without exceptions', policy);
      }),
  },
  {
    id: '32e',
    title: 'Strict-Transport-Security stands on what came by TLS, where a setting says so.',
    seen: 'harness',
    why: PROCESSES,
  },
  {
    id: '32c',
    title: 'A 502, a 503 and a 504 carry the security headers exactly once too.',
    seen: 'harness',
    why: PROCESSES,
  },
];
