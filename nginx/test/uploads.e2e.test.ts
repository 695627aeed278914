import { beforeAll, expect, test } from 'vitest';
import { startBff } from '@web/bff/test/start-bff';
import { uploadCalls } from '@web/bff/test/calls/upload-calls';
import { kinds, type Kind } from './ingress/proxies.ts';
import { startNginx } from './start-nginx.ts';
import { stopAfterAll } from './stop-after-all.ts';

const started = stopAfterAll();
const ports = new Map<Kind, number>();

beforeAll(async () => {
  const { port: bffPort } = started(await startBff());
  for (const kind of kinds) {
    const env = { INGRESS_STRIPS_PREFIX: String(kind === 'stripping') };
    ports.set(kind, started(await startNginx({ bffPort, env, calls: uploadCalls })).port);
  }
});

async function upload(url: string, bytes: number): Promise<[number, unknown]> {
  const form = new FormData();
  form.append('title', 'T');
  form.append('scan', new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' }));
  const reply = await fetch(url, { method: 'POST', headers: { 'x-requested-by': 'test' }, body: form });
  return [reply.status, await reply.json()];
}

test.each([
  ['preserving', '/web/api'],
  ['stripping', '/web/api'],
  ['stripping', '/api'],
] as const)(
  'behind a %s ingress, at %s, a call takes its own largest body, also where a parameter contains a slash',
  async (kind, base) => {
    const url = `http://127.0.0.1:${ports.get(kind)}${base}/test/uploads`;
    for (const folder of ['x', 'a%2Fb'])
      expect(await upload(`${url}/${folder}`, 19_000_000)).toMatchObject([200, { bytes: [19_000_000] }]);
    expect(await upload(`${url}/x`, 20_000_000)).toMatchObject([413, { code: 'body-too-large' }]);
    // Other calls keep the limit of all.
    expect(await upload(url.replace('uploads', 'body'), 1_500_000)).toMatchObject([413, {}]);
  },
);
