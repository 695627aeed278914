import { expect, test } from 'vitest';
import { documentHeaders, sourceDirectives } from './content-security-policy.ts';

const nothing = { 'img-src': [], 'media-src': [], 'font-src': [], 'frame-src': [] };
const settings = { CONNECT_SRC: "'self'", FRAME_ANCESTORS: "'none'" } as never;
const policyWith = (sources: typeof nothing | object) =>
  documentHeaders({ inline: { script: [], style: [] } }, settings, { ...nothing, ...sources })[
    'content-security-policy'
  ];

test('a page may load what the contract names, and its own origin', () => {
  const images = { 'img-src': ['https://images.example', 'blob:', '*.cdn.example:8443/a/'] };
  expect(policyWith(images)).toContain(
    "; img-src 'self' https://images.example blob: *.cdn.example:8443/a/; ",
  );
  expect(policyWith({})).not.toContain('img-src');
});

test.each(["'unsafe-inline'", 'https://a; script-src *', 'https://a b', '', '*.'])(
  'the source %j is refused, with its file and directive',
  (source) => {
    expect(() => sourceDirectives({ ...nothing, 'frame-src': [source] })).toThrow(
      `bff/src/contract/sources.ts: frame-src: "${source}" is no source`,
    );
  },
);
