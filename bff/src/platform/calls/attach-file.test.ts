import { Readable } from 'node:stream';
import { parse } from 'content-disposition';
import { expect, test } from 'vitest';
import { attachFile } from './attach-file.ts';
import { kitParts } from '#test/types/kit-handlers.ts';
import { testApp } from '#test/test-app.ts';
import { API_PATH } from '#contract/kit/api-path.ts';

/** What a browser saves a download as. */
async function savedAs(name: string): Promise<unknown> {
  const handler = ({ reply }: { reply: Parameters<typeof attachFile>[0] }) => {
    attachFile(reply, name);
    return Readable.from(['<svg/>']);
  };
  const handlers = { ...kitParts.handlers, 'GET /parts/:partId/drawing': handler };
  const app = await testApp({}, { ...kitParts, handlers });
  const reply = await app.inject(`${API_PATH}/parts/1/drawing`);
  const { type, parameters } = parse(String(reply.headers['content-disposition']));
  expect([reply.statusCode, reply.headers['content-type'], type]).toEqual([
    200,
    'image/svg+xml',
    'attachment',
  ]);
  return parameters['filename'];
}

test.each([
  ['invoice 7.pdf', 'invoice 7.pdf'],
  ['Größe "L"; x=1 – 😀.pdf', 'Größe "L"; x=1 – 😀.pdf'],
  ['../../etc/passwd', '.._.._etc_passwd'],
  ['a\r\nset-cookie: x=1\u0000', 'a__set-cookie: x=1_'],
])('a download with the name %j is saved as %j', async (name, expected) => {
  expect(await savedAs(name)).toBe(expected);
});
