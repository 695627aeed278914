import { expect, onTestFinished, test } from 'vitest';
import { startTestBff } from '@web/bff/platform/test/test-bundles';
import { uploadCalls } from '@web/bff/platform/test/calls/upload-calls';
import { startNginx } from '#platform/testing/start-nginx.ts';

async function upload(url: string, bytes: number): Promise<[number, unknown]> {
  const form = new FormData();
  form.append('title', 'T');
  form.append('scan', new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' }));
  const reply = await fetch(url, { method: 'POST', headers: { 'x-requested-by': 'test' }, body: form });
  return [reply.status, await reply.json()];
}

test('nginx applies a call’s bodyBytes even if the ingress strips the base path, or a path parameter contains a slash', async () => {
  const bff = await startTestBff();
  onTestFinished(bff.stop);
  const env = { INGRESS_STRIPS_PREFIX: 'true' };
  const nginx = await startNginx({ bffPort: bff.port, env, calls: uploadCalls });
  onTestFinished(nginx.stop);
  const url = `http://127.0.0.1:${nginx.port}/api/test/uploads`;
  expect(await upload(`${url}/a%2Fb`, 19_000_000)).toMatchObject([200, { bytes: [19_000_000] }]);
  expect(await upload(`${url}/x`, 20_000_000)).toMatchObject([413, { code: 'content-too-large' }]);
  expect(await upload(url.replace('uploads', 'body'), 1_500_000)).toMatchObject([413, {}]);
});
