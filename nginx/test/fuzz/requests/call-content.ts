import * as fc from 'fast-check';
import type { Operation } from './openapi-document.ts';
import { nearJson } from './hostile-values.ts';
import { valuesOf, type Schema, type Schemas } from './schema-values.ts';

/** The body of a request with its media type; none for a call that takes none. */
export interface Content {
  readonly type?: string;
  readonly body: Buffer;
}

const BOUNDARY = 'fuzz-boundary';
const jsonOf = (text: string): Content => ({ type: 'application/json', body: Buffer.from(text) });

/** Contents that satisfy a call. */
export function validContents({ requestBody }: Operation, schemas: Schemas): fc.Arbitrary<Content> {
  const [[type, media] = ['', {}]] = Object.entries(requestBody?.content ?? {});
  const { schema, encoding = {} } = media;
  if (type === 'multipart/form-data' && schema) return forms(schema, encoding, schemas);
  if (schema) return valuesOf(schema, schemas).map((value) => jsonOf(JSON.stringify(value)));
  if (type === '') return fc.constant({ body: Buffer.alloc(0) });
  return fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => ({ type, body: Buffer.from(bytes) }));
}

/** Contents that are almost what a call takes: one value, some bytes or the media type differ. */
export function nearContents(operation: Operation, schemas: Schemas): fc.Arbitrary<Content> {
  const valid = validContents(operation, schemas);
  const schema = operation.requestBody?.content['application/json']?.schema;
  return fc.oneof(
    ...(schema ? [nearJson(valuesOf(schema, schemas)).map(jsonOf)] : []),
    fc.tuple(valid, damages).map(([content, damage]) => ({ ...content, body: damage(content.body) })),
    fc.constant<Content>({ body: Buffer.alloc(0) }),
    fc.json().map(jsonOf),
    fc.tuple(valid, mediaTypes).map(([{ body }, type]) => ({ ...(type !== undefined && { type }), body })),
  );
}

type Damage = (body: Buffer) => Buffer;

const damages: fc.Arbitrary<Damage> = fc.oneof(
  fc.nat().map(
    (at): Damage =>
      (body) =>
        body.subarray(0, at % (body.length + 1)),
  ),
  fc.tuple(fc.nat(), fc.nat(255)).map(([at, byte]): Damage => (body) => {
    const changed = Buffer.from(body);
    if (changed.length > 0) changed[at % changed.length] = byte;
    return changed;
  }),
  fc.uint8Array({ maxLength: 20 }).map(
    (bytes): Damage =>
      (body) =>
        Buffer.concat([body, bytes]),
  ),
  fc.constant<Damage>((body) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body])),
  fc.constant<Damage>((body) => Buffer.from(body.toString(), 'utf16le')),
  fc.constant<Damage>(() => Buffer.alloc(1_100_000, ' ')),
);

const mediaTypes = fc.constantFrom(
  ...[
    undefined,
    '',
    'application/json',
    'APPLICATION/JSON; charset=utf-16',
    'application/json; charset="',
    'text/plain',
  ],
  ...[
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    `multipart/form-data; boundary=${BOUNDARY}`,
  ],
  ...[
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary="',
    'image/svg+xml',
    '*/*',
    '/',
    'a/b;c',
    'x',
  ],
  ...[
    'application/json, text/html',
    'application/problem+json',
    'application/csp-report',
    '__proto__/constructor',
  ],
);

function forms(
  schema: Schema,
  encoding: Readonly<Record<string, { readonly contentType: string }>>,
  schemas: Schemas,
): fc.Arbitrary<Content> {
  const { properties = {}, required = [] } = schema;
  const isFile = (name: string) => properties[name]?.items?.format === 'binary';
  const fieldNames = Object.keys(properties).filter((name) => !isFile(name));
  const model = Object.fromEntries(
    fieldNames.map((name) => [name, valuesOf(properties[name] ?? {}, schemas)]),
  );
  const fields = fc.record(model, { requiredKeys: fieldNames.filter((name) => required.includes(name)) });
  const files = Object.keys(properties)
    .filter(isFile)
    .map((name) => {
      const types = encoding[name]?.contentType.split(', ') ?? ['text/x-anything'];
      const file = fc.record({
        name: fc.constant(name),
        type: fc.constantFrom(...types),
        filename: fc.constantFrom('a.png', 'x', '../../a', 'a;b', 'ä.png', '%00'),
        content: fc.uint8Array({ minLength: 1, maxLength: 500 }),
      });
      const minLength = required.includes(name) ? 1 : 0;
      return fc.array(file, { minLength, maxLength: properties[name]?.maxItems ?? 1 });
    });
  return fc.tuple(fields, fc.tuple(...files)).map(([values, lists]) => {
    const parts = [
      ...Object.entries(values).flatMap(([name, value]) =>
        [value].flat().map((one) => part(`name="${name}"`, Buffer.from(String(one)))),
      ),
      ...lists
        .flat()
        .map(({ name, filename, type, content }) =>
          part(`name="${name}"; filename="${filename}"`, content, `\r\nContent-Type: ${type}`),
        ),
    ];
    return {
      type: `multipart/form-data; boundary=${BOUNDARY}`,
      body: Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]),
    };
  });
}

const part = (disposition: string, content: Uint8Array, fields = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}${fields}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ]);
