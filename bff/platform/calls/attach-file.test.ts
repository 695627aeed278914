import { Readable } from 'node:stream';
import { parse } from 'content-disposition';
import type { FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import { attachFile } from './attach-file.ts';
import { kitModules } from '#platform/test/types/kit-handlers.ts';
import { testApp } from '#platform/test/test-app.ts';
import { API_PATH } from '#platform/contract/api-path.ts';

test.each<[name: string, filename: string, type?: 'attachment' | 'inline']>([
  ['invoice 7.pdf', 'invoice 7.pdf'],
  ['Größe "L"; x=1 – 😀.pdf', 'Größe "L"; x=1 – 😀.pdf'],
  ['../../etc/passwd', '.._.._etc_passwd'],
  ['a\r\nset-cookie: x=1\u0000', 'a__set-cookie: x=1_'],
  [`${'a'.repeat(300)}.pdf`, `${'a'.repeat(251)}.pdf`],
  [`${'ä'.repeat(251)}.pdf`, `${'ä'.repeat(125)}.pdf`],
  [`a${'😀'.repeat(100)}.tar.gz`, `a${'😀'.repeat(62)}.gz`],
  [`a.${'b'.repeat(300)}`, `a.${'b'.repeat(253)}`],
  [`.${'日'.repeat(100)}`, `.${'日'.repeat(84)}`],
  ['Rechnung Müller.pdf', 'Rechnung Müller.pdf', 'inline'],
])('a download named %j has the file name %j', async (name, filename, type = 'attachment') => {
  const handler = ({ reply }: { reply: FastifyReply }) => {
    attachFile(reply, name, type);
    return Readable.from(['<svg/>']);
  };
  const handlers = { ...kitModules.handlers, 'GET /parts/:partId/drawing': handler };
  const app = await testApp({}, { ...kitModules, handlers });
  const { statusCode, headers } = await app.inject(`${API_PATH}/parts/1/drawing`);
  expect([statusCode, headers['content-type']]).toEqual([200, 'image/svg+xml']);
  const disposition = parse(String(headers['content-disposition']));
  expect(disposition).toMatchObject({ type, parameters: { filename } });
});
