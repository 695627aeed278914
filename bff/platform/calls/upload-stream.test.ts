import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import Type from 'typebox';
import { expect, test } from 'vitest';
import { service } from '#platform/upstreams/test/test-service.ts';
import { defineUpstream, type UpstreamMethods } from '#platform/upstreams/define-upstream.ts';
import { formBody } from '#platform/upstreams/form-body.ts';
import type { UploadedFile } from '#platform/contract/content.ts';
import { API_PATH } from '#platform/contract/api-path.ts';
import { testApp } from '#platform/test/test-app.ts';
import { testModules } from '#platform/test/test-modules.ts';
import type { Readable } from 'node:stream';

const MEGABYTE = 1_000_000;
const FILE_BYTES = 200 * MEGABYTE;

const scans = defineUpstream('scans', ({ post }: UpstreamMethods) => ({
  save: (file: UploadedFile<string, Readable>) =>
    post('/scans', { body: file.stream, contentType: file.mediaType }),
  saveForm: (fields: { title: string }, files: AsyncIterable<UploadedFile<string, Readable>>) =>
    post('/forms', { ...formBody(fields, files) }),
}));
type Scans = ReturnType<typeof scans.client>;

const key = 'POST /scans';
const call = {
  id: 'sendScans',
  summary: '',
  permission: 'status:read',
  errors: [],
  responses: { 200: Type.Object({}) },
  body: Type.Object({ title: Type.String() }),
  files: { scan: { maxCount: 2 } },
  bodyBytes: FILE_BYTES + MEGABYTE,
  deadlineMs: 120_000,
} as const;

interface Context {
  readonly body: { readonly title: string };
  readonly files: AsyncIterable<UploadedFile<string, Readable>>;
  readonly upstreams: { readonly scans: Scans };
}
const eachFile = async ({ files, upstreams }: Context) => {
  for await (const file of files) await upstreams.scans.save(file);
  return {};
};
const wholeForm = async ({ body, files, upstreams }: Context) => {
  await upstreams.scans.saveForm(body, files);
  return {};
};

/** Starts the application and a request that is about to send a file. */
async function uploading(handler: (context: Context) => unknown, url: URL): Promise<ClientRequest> {
  const modules = {
    ...testModules,
    calls: { [key]: call },
    handlers: { [key]: handler },
    upstreams: { scans },
  };
  const app = await testApp({ upstreams: { scans: url } }, modules);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const headers = { 'x-requested-by': 'test', 'content-type': 'multipart/form-data; boundary=b' };
  const sending = request(`${origin}${API_PATH}/scans`, { method: 'POST', headers });
  sending.on('error', () => {});
  sending.write('--b\r\ncontent-disposition: form-data; name="title"\r\n\r\nT\r\n');
  sending.write(
    '--b\r\ncontent-disposition: form-data; name="scan"; filename="a"\r\ncontent-type: image/png\r\n\r\n',
  );
  return sending;
}

test('a file of 200 MB is streamed with backpressure to a service', async () => {
  const chunk = Buffer.alloc(MEGABYTE);
  const stalled = Promise.withResolvers<void>();
  let [sent, received, maxBuffered] = [0, 0, 0];
  const url = await service(async (incoming, reply) => {
    await stalled.promise;
    incoming.on('data', (chunk: Buffer) => {
      maxBuffered = Math.max(maxBuffered, sent - received);
      received += chunk.length;
    });
    await once(incoming, 'end');
    reply.writeHead(204).end();
  });
  const sending = await uploading(eachFile, url);
  while (sent < FILE_BYTES) {
    const isFull = !sending.write(chunk);
    sent += chunk.length;
    const drained = isFull && once(sending, 'drain');
    if (received === 0 && (await Promise.race([drained, sleep(300, 'no drain')])) === 'no drain')
      stalled.resolve();
    await drained;
  }
  stalled.resolve();
  sending.end('\r\n--b--\r\n');
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  expect([response.statusCode, await text(response)]).toEqual([200, '{}']);
  expect(received).toBeGreaterThanOrEqual(FILE_BYTES);
  // Allows for socket buffers of a few megabytes each.
  expect(maxBuffered).toBeLessThan(FILE_BYTES / 5);
});

test('a client disconnect during an upload cancels the request to the service, without a retry', async () => {
  let requests = 0;
  const aborted = Promise.withResolvers<string>();
  const url = await service((incoming) => {
    requests += 1;
    incoming.on('error', (error) => aborted.resolve(error.message)).resume();
  });
  const sending = await uploading(eachFile, url);
  sending.write(Buffer.alloc(MEGABYTE));
  await expect.poll(() => requests).toBe(1);
  sending.destroy();
  expect(await aborted.promise).toBe('aborted');
  expect(requests).toBe(1);
});

test('a form is forwarded to the service unchanged', async () => {
  let form = new FormData();
  const url = await service(async (incoming, reply) => {
    const headers = { 'content-type': String(incoming.headers['content-type']) };
    form = await new Response(await text(incoming), { headers }).formData();
    reply.writeHead(204).end();
  });
  const sending = await uploading(wholeForm, url);
  sending.write(
    'ä first\r\n--b\r\ncontent-disposition: form-data; name="scan"; filename="ö;.txt"\r\n\r\nsecond',
  );
  sending.end('\r\n--b--\r\n');
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  const files = await Promise.all(
    form
      .getAll('scan')
      .map(async (file) => file instanceof File && [file.name, file.type, await file.text()]),
  );
  expect([form.get('title'), files]).toEqual([
    'T',
    [
      ['a', 'image/png', 'ä first'],
      ['ö;.txt', 'text/plain', 'second'],
    ],
  ]);
});
