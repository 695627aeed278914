import * as fc from 'fast-check';
import { API_PATH } from '@web/bff/contract/constants';
import { CSRF_HEADER } from '@web/bff/contract/kit/csrf';
import { REFUSED_PATH_PATTERN } from '@web/bff/edge/paths';
import { nearContents, validContents, type Content } from './call-content.ts';
import { bytesOf, marker, type Field, type FuzzRequest } from './fuzz-request.ts';
import { hostileFields } from './hostile-fields.ts';
import { hostileTexts } from './hostile-values.ts';
import { callsOf, type DescribedCall, type OpenApiDocument } from './openapi-document.ts';
import { valuesOf } from './schema-values.ts';

type Values = Readonly<Record<string, unknown>>;

interface Parts {
  readonly method: string;
  readonly target: string;
  readonly fields: readonly Field[];
  readonly content: Content;
}

const HOST: Field = ['host', 'app.example'];
const traversal = new RegExp(REFUSED_PATH_PATTERN, 'i');

/** Requests of every call of a document: valid ones, and such as differ from a valid one in one part. */
export function callRequests(document: OpenApiDocument): fc.Arbitrary<FuzzRequest> {
  const calls = callsOf(document).map((call) => {
    const valid = validParts(call, document);
    return fc.oneof(
      {
        weight: 2,
        arbitrary: valid.map((parts) => ({ ...requestOf(parts), call: call.key, isValid: true })),
      },
      {
        weight: 5,
        arbitrary: near(call, valid, document).map((parts) => ({ ...requestOf(parts), call: call.key })),
      },
      {
        weight: 1,
        arbitrary: fc.tuple(valid, wrongMethods).map(([parts, method]) => requestOf({ ...parts, method })),
      },
      {
        weight: 1,
        arbitrary: fc.tuple(valid, wrongLengths).map(([parts, change]) => change(requestOf(parts))),
      },
    );
  });
  return fc.oneof(...calls);
}

function validParts(
  { method, path, operation }: DescribedCall,
  document: OpenApiDocument,
): fc.Arbitrary<Parts> {
  const { schemas } = document.components;
  const valuesIn = (place: string) => {
    const declared = operation.parameters.filter((parameter) => parameter.in === place);
    const model = Object.fromEntries(declared.map(({ name, schema }) => [name, valuesOf(schema, schemas)]));
    const requiredKeys = declared.flatMap(({ name, required }) => (required ? [name] : []));
    return fc.record(model, { requiredKeys, noNullPrototype: true }) as fc.Arbitrary<Values>;
  };
  return fc
    .record({
      target: fc
        .tuple(valuesIn('path'), valuesIn('query'))
        .map(([params, query]) => `${API_PATH}${pathOf(path, params)}${queryOf(query)}`)
        .filter((target) => !traversal.test(target.split('?', 1)[0] ?? '') && !/\/(?:\?|$)/.test(target)),
      headers: valuesIn('header'),
      content: validContents(operation, schemas),
    })
    .map(({ target, headers, content }) => ({
      ...{ method, target, content },
      fields: [HOST, ...Object.entries(headers).flatMap(([name, value]) => fieldOf(name, value))],
    }));
}

const pathOf = (path: string, params: Values) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));

function queryOf(query: Values): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}

/** A value of a field without the characters that no field has. */
const fieldOf = (name: string, value: unknown): Field[] => {
  const text = String(value)
    .replaceAll(/[^\t\u0020-\u007E]/g, '')
    .trim();
  return [[name, name === CSRF_HEADER ? text || 'fuzz' : text]];
};

function near(
  call: DescribedCall,
  valid: fc.Arbitrary<Parts>,
  document: OpenApiDocument,
): fc.Arbitrary<Parts> {
  const { path, operation } = call;
  return fc.oneof(
    fc
      .tuple(valid, nearContents(operation, document.components.schemas))
      .map(([parts, content]) => ({ ...parts, content })),
    fc
      .tuple(valid, hostileQueries)
      .map(([parts, query]) => ({ ...parts, target: `${parts.target}${query}` })),
    fc.tuple(valid, fc.array(hostileSegments, { minLength: 3, maxLength: 3 })).map(([parts, segments]) => {
      let at = 0;
      return {
        ...parts,
        target: `${API_PATH}${path.replaceAll(/\{\w+\}/g, () => segments[(at += 1) % 3] ?? '')}`,
      };
    }),
    fc
      .tuple(valid, hostileFields)
      .map(([parts, fields]) => ({ ...parts, fields: [...parts.fields, ...fields] })),
    valid.map((parts) => ({ ...parts, fields: [HOST] })),
  );
}

const hostileNames = fc.oneof(
  fc.constantFrom(
    'text',
    'numbers',
    'order',
    'day',
    'tag',
    'limit',
    'withOld',
    '__proto__',
    'constructor',
    'a[b]',
    '',
  ),
  hostileTexts,
);

/** Texts of `encodeURIComponent`, and such as only a broken client sends. */
const encoded = (texts: fc.Arbitrary<string>) =>
  fc.oneof(
    texts.map((text) => encodeURIComponent(text.toWellFormed())),
    fc.constantFrom(
      '%',
      '%2',
      '%zz',
      '%00',
      '%C3%28',
      '%ED%A0%80',
      '%F8%88%80%80%80',
      '%2e%2e%2f',
      '+',
      ';',
      '=',
      '',
    ),
  );

const hostileQueries = fc
  .oneof(
    fc.array(fc.tuple(encoded(hostileNames), encoded(hostileTexts)), { maxLength: 8 }),
    fc
      .tuple(encoded(hostileNames), encoded(hostileTexts))
      .map((pair) => Array.from({ length: 50 }, () => pair)),
  )
  .map(
    (pairs) =>
      `?${[...pairs, ['marked', marker('query')]].map(([name, value]) => `${name}=${value}`).join('&')}`,
  )
  // Longer ones are refused for their length alone.
  .map((query) => query.slice(0, 12_000));

const hostileSegments = fc.oneof(
  encoded(hostileTexts),
  fc.constantFrom(
    marker('path'),
    '0',
    '-6',
    '1.5',
    '1e3',
    '0x1',
    '9007199254740993',
    ':',
    '*',
    '::',
    '(.*)',
    'a;b=c',
    '@',
  ),
  fc.constant('x'.repeat(15_000)),
);

const wrongMethods = fc.constantFrom(
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
);

/** Lengths that do not fit the body; with those that are greater, a server may wait. */
const wrongLengths = fc
  .constantFrom('0', '1', '99999', '1048577', '99999999999', '-1', 'x', '1e3', '', '+5', '9'.repeat(40))
  .map((length) => ({ bytes, methods }: FuzzRequest): FuzzRequest => {
    const text = bytes.toString('latin1');
    const end = text.indexOf('\r\n\r\n');
    const head = text.slice(0, end).replace(/\r\ncontent-length: \d+/, '');
    const changed = `${head}\r\ncontent-length: ${length}${text.slice(end)}`;
    return { bytes: Buffer.from(changed, 'latin1'), methods, isWhole: false };
  });

function requestOf({ method, target, fields, content: { type, body } }: Parts): FuzzRequest {
  const framing: Field[] = [
    ...(type === undefined ? [] : [['content-type', type] as const]),
    ...(body.length > 0 || type !== undefined ? [['content-length', String(body.length)] as const] : []),
  ];
  const isWhole = method !== 'TRACE' && !fields.some(([name]) => name === 'upgrade');
  return { bytes: bytesOf(method, target, [...fields, ...framing], body), methods: [method], isWhole };
}
