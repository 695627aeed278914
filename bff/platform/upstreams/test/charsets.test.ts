import { expect, test } from 'vitest';
import { service, Thing, things } from './test-service.ts';

/** Starts a service that sends bytes as `application/json`, with content type parameters such as `; charset=utf-16le`. */
const sending = (bytes: Buffer, parameters = '', status = 200) =>
  service((_request, reply) =>
    reply.writeHead(status, { 'content-type': `application/json${parameters}` }).end(bytes),
  );

const bytes = (text: string, encoding: BufferEncoding = 'latin1') => Buffer.from(text, encoding);

test.each([
  ['ISO-8859-1', '; charset=iso-8859-1', bytes('{"id":"Müller"}'), 'Müller'],
  ['Windows-1252', '; charset=windows-1252', bytes('{"id":"5 \x80"}'), '5 €'],
  ['UTF-16LE', '; charset=utf-16le', bytes('{"id":"ü日"}', 'utf16le'), 'ü日'],
  ['a quoted charset in upper case', '; x=y; Charset="ISO-8859-1"', bytes('{"id":"ü"}'), 'ü'],
  ['a charset in single quotes', "; charset='iso-8859-1'", bytes('{"id":"ü"}'), 'ü'],
  ['UTF-8 with an empty charset', '; charset=""', bytes('{"id":"ü"}', 'utf8'), 'ü'],
  ['UTF-8 with a byte order mark', '', bytes('\ufeff{"id":"ü😀"}', 'utf8'), 'ü😀'],
  ['UTF-8 without a charset', '', bytes('{"id":"\ufeffü😀"}', 'utf8'), '\ufeffü😀'],
])('a response in %s is decoded', async (_what, parameters, body, id) => {
  expect(await things(await sending(body, parameters)).find('1')).toEqual({ id });
});

test.each([
  ['bytes that are not UTF-8', '', 'utf-8'],
  ['bytes that are not in its charset', '; charset=gbk', 'gbk'],
  ['an unknown charset', '; charset=latin-9000', 'latin-9000'],
])(
  'a response with %s fails with upstream-invalid-response and the charset in the message',
  async (...row) => {
    const [, parameters, charset] = row;
    const url = await sending(bytes('{"id":"\xff"}'), parameters);
    await expect(things(url).find('1')).rejects.toMatchObject({
      code: 'upstream-invalid-response',
      cause: { message: expect.stringContaining(`decoded as ${charset}`) },
    });
  },
);

test('a function in `errors` gets the decoded JSON, or undefined if the body cannot be decoded', async () => {
  const errors = { 409: (body: unknown) => ({ body }) };
  const bodyOf = async (parameters: string) =>
    things(await sending(bytes('"\xfc"'), parameters, 409)).get('/things', { errors }, Thing);
  expect(await bodyOf('; charset=iso-8859-1')).toEqual({ body: 'ü' });
  expect(await bodyOf('')).toEqual({ body: undefined });
});

test('a function in `errors` gets integers beyond ±(2⁵³ − 1) as strings', async () => {
  const errors = { 412: (body: unknown) => body };
  const url = await sending(bytes('{"current":{"id":9007199254740993,"ttl":60}}'), '', 412);
  const current = { id: '9007199254740993', ttl: 60 };
  expect(await things(url).get('/things', { errors }, Thing)).toEqual({ current });
});
