import { expect, test } from 'vitest';
import type { Sources } from '#platform/contract/sources.ts';
import { documentHeaders, sourceDirectives } from './content-security-policy.ts';

const settings = { CONNECT_SRC: "'self'", FRAME_ANCESTORS: "'none'" } as never;
const policyWith = (sources: Sources) =>
  documentHeaders({ inline: { script: ['sha256-x'], style: [] } }, settings, sources)[
    'content-security-policy'
  ];

test('the policy allows the contract’s hosts in addition to the application’s origin', () => {
  const policy = policyWith({
    'img-src': ['https://images.example', 'blob:', '*.cdn.example:8443/a/'],
    'script-src': ['https://js.stripe.com'],
    'connect-src': ['wss://events.example'],
    'worker-src': ['blob:'],
    'trusted-types': ['default', 'map-worker'],
    'font-src': [],
  });
  for (const directive of [
    "img-src 'self' https://images.example blob: *.cdn.example:8443/a/",
    "script-src 'self' 'sha256-x' https://js.stripe.com",
    "connect-src 'self' wss://events.example",
    "worker-src 'self' blob:",
    'trusted-types default map-worker',
  ])
    expect(policy.split('; ')).toContain(directive);
  expect(policy).not.toContain('font-src');
  expect(policyWith({})).toMatch(/script-src 'self' 'sha256-x'; .*trusted-types 'none'/);
});

test.each<[keyof Sources, string, string]>([
  ['script-src', "'unsafe-inline'", 'injected code'],
  ['script-src', 'blob:', 'every host'],
  ...[
    '*',
    '*:*',
    '*:443',
    '*/images',
    'https://*',
    'https://*:443/a',
    'wss://*.com',
    '*.com',
    'https://*.com.',
    '*.',
  ].map((source) => ['img-src', source, 'every host'] as [keyof Sources, string, string]),
  ['connect-src', 'https:', 'every host'],
  ['frame-src', 'https://a; script-src *', 'expected a host'],
  ['frame-src', '', 'expected a host'],
  ['trusted-types', '*', 'the name of a policy'],
])('the directive %s with the source %j is rejected', (directive, source, reason) => {
  expect(() => sourceDirectives({ [directive]: [source] })).toThrow(
    new RegExp(`^bff/src/contract/sources.ts: ${directive}: "${RegExp.escape(source)}": .*${reason}`),
  );
});
