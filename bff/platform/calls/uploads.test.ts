import { Readable } from 'node:stream';
import Type from 'typebox';
import { expect, test } from 'vitest';
import { formDataOf } from '#platform/contract/form-data.ts';
import { API_PATH } from '#platform/contract/api-path.ts';
import { limits } from '#platform/contract/limits.ts';
import { coercionOf } from '#platform/contract/schema/coerce.ts';
import { kitModules } from '#platform/test/types/kit-handlers.ts';
import { testApp } from '#platform/test/test-app.ts';

const URL = `${API_PATH}/parts/1/scans`;
const headers = { 'x-requested-by': 'test' };
const png = (content = 'x', name = 'a.png') => new File([content], name, { type: 'image/png' });

async function send(payload: FormData | string | object, more: Record<string, string> = {}) {
  const app = await testApp({}, kitModules);
  return app.inject({ method: 'POST', url: URL, headers: { ...headers, ...more }, payload });
}

function formOf(entries: readonly [string, string | File][]): FormData {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

test('form fields are coerced and get defaults; files arrive in the order of the form', async () => {
  const pdf = new File(['%PDF'], 'ä b.pdf', { type: 'application/pdf' });
  const form = formDataOf({ title: 'T', pages: 3, tag: ['a', 'b'] }, { scan: [png(), pdf] });
  expect((await send(form)).json()).toEqual({
    title: 'T',
    pages: 3,
    files: ['scan a.png image/png 1', 'scan ä b.pdf application/pdf 4'],
  });
  const optional = formDataOf({ title: 'T' }, { scan: png(), cover: new File(['abc'], '../c') });
  expect((await send(optional)).json()).toEqual({
    title: 'T',
    pages: 1,
    files: ['scan a.png image/png 1', 'cover c application/octet-stream 3'],
  });
});

test.each(['a\nb', 'a\r\nb\rc\n', '\n', '\ufeffä\n日😀'])(
  'the text field %j of a form arrives unchanged',
  async (text) => {
    const form = formDataOf({ title: text }, { scan: png() });
    expect((await send(form)).json()).toMatchObject({ title: text });
  },
);

test('formDataOf sends null as an empty string, and the BFF coerces the empty string to null', () => {
  const sent = Object.fromEntries(formDataOf({ note: null, done: false, count: undefined }, {}));
  expect(sent).toEqual({ note: '', done: 'false' });
  const Note = Type.Object({ note: Type.Union([Type.String(), Type.Null()]), done: Type.Boolean() });
  coercionOf(Note)(sent);
  expect(sent).toEqual({ note: null, done: false });
});

test.each(['ä 日本.pdf', 'a;b=c, d.pdf', '😀'])('the file name %j arrives unchanged', async (name) => {
  const file = new File(['x'], name, { type: 'text/plain' });
  const reply = await send(formDataOf({ title: 'T' }, { scan: png(), cover: file }));
  expect(reply.json()).toMatchObject({ files: ['scan a.png image/png 1', `cover ${name} text/plain 1`] });
});

type Entry = [string, string | File];
const title: Entry = ['title', 'T'];
const noTitle: Entry = ['title', ''];
const scan: Entry = ['scan', png()];
const gif: Entry = ['scan', new File(['x'], 'x.gif', { type: 'image/gif' })];
test.each<[string, Entry[], string]>([
  ['an invalid field', [noTitle, scan], '/title minLength'],
  ['an unknown field', [title, ['nope', '1'], scan], '/nope additionalProperties'],
  ['an unknown file', [title, ['nope', png()]], '/nope additionalProperties'],
  ['a field after a file', [title, scan, ['pages', '1']], '/pages order'],
  ['a file of another media type', [title, gif], '/scan mediaType'],
  ['too many files', [title, scan, scan, scan, scan], '/scan maxItems'],
  ['an empty file', [title, ['scan', png('')]], '/scan minLength'],
  ['no file', [title], '/scan required'],
])('a form with %s returns 422 with a pointer to the field', async (_what, entries, expected) => {
  const reply = await send(formOf(entries));
  const { code, errors } = reply.json<{ code: string; errors: { pointer: string; rule: string }[] }>();
  expect([reply.statusCode, code]).toEqual([422, 'unprocessable-content']);
  expect(errors.map(({ pointer, rule }) => `${pointer} ${rule}`)).toEqual([expected]);
});

test('the handler of an upload runs only for a valid form, and may leave files unread', async () => {
  let ran = false;
  const handler = () => {
    ran = true;
    return { title: '', pages: 1, files: [] };
  };
  const handlers = { ...kitModules.handlers, 'POST /parts/:partId/scans': handler };
  const app = await testApp({}, { ...kitModules, handlers });
  for (const entries of [[scan], [title], [title, ['scan', png('')]]] as Entry[][])
    await app.inject({ method: 'POST', url: URL, headers, payload: formOf(entries) });
  expect(ran).toBe(false);
  const reply = await app.inject({ method: 'POST', url: URL, headers, payload: formOf([title, scan]) });
  expect([ran, reply.statusCode]).toEqual([true, 200]);
});

const form = 'multipart/form-data';
const head = '--b\r\ncontent-disposition: form-data; name="title"\r\n\r\nT\r\n--b\r\n';
const file =
  'content-disposition: form-data; name="scan"; filename="a"\r\ncontent-type: image/png\r\n\r\nabc';
test.each([
  ['of another media type', 'application/json', '{}', 'unsupported-media-type'],
  ['without a boundary', form, 'x', 'bad-request'],
  ['that ends after its fields', `${form}; boundary=b`, head, 'bad-request'],
  ['that ends within a field', `${form}; boundary=b`, head.slice(0, -10), 'bad-request'],
  ['that ends within a file', `${form}; boundary=b`, `${head}${file}${'x'.repeat(100)}`, 'bad-request'],
])('a form body %s is rejected', async (_what, type, body, code) => {
  expect((await send(body, { 'content-type': type })).json()).toMatchObject({ code });
});

test('a call returns 413 if a form exceeds the call’s bodyBytes, or its text fields together exceed BODY_BYTES', async () => {
  const large = (bytes: number) => formDataOf({ title: 'T' }, { scan: png('x'.repeat(bytes)) });
  expect((await send(large(1_900_000))).statusCode).toBe(200);
  const tooLarge = { code: 'content-too-large', detail: expect.stringContaining('2000000 bytes') };
  expect((await send(large(2_000_000))).json()).toMatchObject(tooLarge);
  const request = new Request('http://x', { method: 'POST', body: large(2_000_000) });
  const chunked = Readable.fromWeb(request.body as never);
  const type = request.headers.get('content-type') ?? '';
  expect((await send(chunked, { 'content-type': type })).json()).toMatchObject(tooLarge);
  const fields = formDataOf({ title: 'x'.repeat(limits.BODY_BYTES + 50_000) }, { scan: png() });
  expect((await send(fields)).json()).toMatchObject({ code: 'content-too-large' });
});

test('a form field that is not text/plain returns 422 without being parsed', async () => {
  const json = '['.repeat(100_000);
  const form = `--b\r\ncontent-disposition: form-data; name="title"\r\ncontent-type: application/json\r\n\r\n${json}\r\n--b--\r\n`;
  const response = await send(form, { 'content-type': 'multipart/form-data; boundary=b' });
  const errors = [{ pointer: '/title', rule: 'mediaType', detail: expect.stringContaining('text/plain') }];
  expect([response.statusCode, response.json()]).toMatchObject([422, { errors }]);
});

const latin1 = (text: string) => Buffer.from(text.replaceAll('\n', '\r\n'), 'latin1');

test('a form field that is not UTF-8 returns 400 with the name of the field', async () => {
  const body = latin1('--b\ncontent-disposition: form-data; name="title"\n\nM\xfcller\n--b--\n');
  const reply = await send(body, { 'content-type': 'multipart/form-data; boundary=b' });
  const detail = 'The field title is not valid UTF-8.';
  expect(reply.json()).toMatchObject({ code: 'bad-request', detail });
});

test('a file name that is not UTF-8 returns 422 with a pointer to the field of the file', async () => {
  const file = 'content-disposition: form-data; name="scan"; filename="\xfc"\ncontent-type: image/png\n\nx';
  const body = latin1(`--b\ncontent-disposition: form-data; name="title"\n\nT\n--b\n${file}\n--b--\n`);
  const reply = await send(body, { 'content-type': 'multipart/form-data; boundary=b' });
  const errors = [{ pointer: '/scan', rule: 'pattern', detail: expect.stringContaining('not UTF-8') }];
  expect([reply.statusCode, reply.json()]).toMatchObject([422, { errors }]);
});
