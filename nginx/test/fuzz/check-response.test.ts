import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { securityHeaders } from '@web/bff/edge/security-headers';
import { callRequests } from './requests/call-requests.ts';
import { responseCheck } from './check-response.ts';
import { grammarRequests } from './requests/grammar-requests.ts';
import type { OpenApiDocument } from './requests/openapi-document.ts';
import { readResponses } from './read-responses.ts';

const document: OpenApiDocument = {
  paths: {
    '/things/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }],
        responses: {
          200: { content: { 'application/json': { schema: { type: 'object', required: ['name'] } } } },
          default: { content: { 'application/problem+json': {} } },
        },
      },
    },
  },
  components: { schemas: { Problem: { type: 'object', required: ['code'] } } },
};
const check = responseCheck(document, '<shell>');
const request = {
  ...{ bytes: Buffer.from(''), methods: ['GET'], isWhole: true, isValid: true },
  call: 'GET /things/{id}',
};
const secured = Object.fromEntries(Object.entries(securityHeaders).map(([name, value]) => [name, [value]]));

interface Reply {
  readonly status?: number;
  readonly body?: string;
  readonly type?: string;
  readonly fields?: Record<string, string[]>;
}

const findingsOf = ({
  status = 200,
  body = '{"name":"x"}',
  type = 'application/json',
  fields = {},
}: Reply) => {
  const response = {
    status,
    fields: { ...secured, 'content-type': [type], ...fields },
    body: Buffer.from(body),
  };
  return check(request, { responses: [response], end: 'answered' }, 7);
};

test('a reply within its schema is no finding', () => {
  expect(findingsOf({})).toEqual([]);
});

test.each<[string, Reply]>([
  ['an undeclared 5xx', { status: 500, type: 'application/problem+json', body: '{"code":"internal"}' }],
  [
    'a valid request that is refused',
    { status: 400, type: 'application/problem+json', body: '{"code":"bad-request"}' },
  ],
  ['a reply outside its schema', { body: '{}' }],
  ['a status that is not declared', { status: 201 }],
  ['a problem outside its schema', { status: 403, type: 'application/problem+json', body: '{}' }],
  ['another media type', { type: 'text/plain' }],
  ['a security header field twice', { fields: { 'x-content-type-options': ['nosniff', 'nosniff'] } }],
  ['a missing security header field', { fields: { 'referrer-policy': [] } }],
  ['HTML that is not the shell', { type: 'text/html', body: '<p>marked-path-0000007' }],
  ['a field that reflects', { fields: { 'x-echo': ['marked-query-0000007'] } }],
  ['a redirect to another origin', { fields: { location: ['//evil.example/'] } }],
  ['what another request has sent', { body: '{"name":"marked-body-0000006"}' }],
])('%s is a finding', (_what, reply) => {
  expect(findingsOf(reply)).not.toEqual([]);
});

test('no response, and a connection that stays open, are findings', () => {
  expect(check(request, { responses: [], end: 'closed' }, 7)).toEqual(['closed without a response']);
  expect(check(request, { responses: [], end: 'hanging' }, 7)).toEqual(['neither answered nor closed']);
});

test('responses are read one after the other, and what is no HTTP is an error', () => {
  const bytes = Buffer.from(
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n' +
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\nHTTP/1.1 404',
  );
  const { responses } = readResponses(bytes, ['HEAD', 'GET', 'GET'], false);
  expect(responses.map(({ status, body }) => [status, body.toString()])).toEqual([
    [200, ''],
    [200, 'ab'],
  ]);
  const invalid = [
    '<html>\r\n\r\n',
    'HTTP/1.1 200 OK\r\nA : b\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
  ];
  for (const text of invalid) expect(() => readResponses(Buffer.from(text), ['GET'], true)).toThrow();
});

test('the same seed gives the same requests', () => {
  const requests = fc.oneof(callRequests(document), grammarRequests);
  const some = () => fc.sample(requests, { seed: 1, numRuns: 200 }).map(({ bytes }) => bytes.toString('hex'));
  expect(some()).toEqual(some());
});
