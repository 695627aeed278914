import { chmod, cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root, type Running } from '@web/bff/test/processes';
import { scratchCopy } from '@web/bff/test/scratch-copy';
import { startBff } from '@web/bff/test/start-bff';
import { startNginx } from './start-nginx.ts';

const running: Running[] = [];
let project: string;
const origins = new Map<string, string>();

beforeAll(async () => {
  project = await scratchCopy();
  // Debian's nginx reads the files as another user.
  await chmod(project, 0o755);
  await cp(join(root, 'client/dist'), join(project, 'client/dist'), { recursive: true });
  const contract = join(project, 'bff/src/contract/calls/all.ts');
  const own = await readFile(contract, 'utf8');
  const withUploads = own.replace('export const calls = {', '$& ...uploadCalls,');
  if (withUploads === own) throw new Error('bff/src/contract/calls/all.ts is not as it was');
  await writeFile(contract, `import { uploadCalls } from '../../../test/upload-calls.ts';\n${withUploads}`);
  const bff = await startBff();
  running.push(bff);
  origins.set('the BFF', `http://127.0.0.1:${bff.port}`);
  for (const [name, env] of [
    ['nginx', {}],
    ['nginx behind a stripping ingress', { INGRESS_STRIPS_PREFIX: 'true' }],
  ] as const) {
    const nginx = await startNginx({ bffPort: bff.port, project, env });
    running.push(nginx);
    origins.set(name, `http://127.0.0.1:${nginx.port}`);
  }
});

afterAll(async () => {
  for (const process of running.toReversed()) await process.stop();
  await rm(project, { recursive: true, force: true });
});

async function upload(url: string, bytes: number, type = 'image/png'): Promise<[number, unknown]> {
  const form = new FormData();
  form.append('title', 'T');
  form.append('scan', new File([new Uint8Array(bytes)], 'a.png', { type }));
  const reply = await fetch(url, { method: 'POST', headers: { 'x-requested-by': 'test' }, body: form });
  return [reply.status, await reply.json()];
}

test.each([
  ['the BFF', '/web/api'],
  ['nginx', '/web/api'],
  ['nginx behind a stripping ingress', '/web/api'],
  ['nginx behind a stripping ingress', '/api'],
])(
  'through %s at %s, a call takes its own largest body, also where a parameter contains a slash',
  async (name, base) => {
    const url = `${origins.get(name)}${base}/test/uploads`;
    for (const folder of ['x', 'a%2Fb'])
      expect(await upload(`${url}/${folder}`, 19_000_000)).toEqual([
        200,
        { title: 'T', folder: decodeURIComponent(folder), bytes: [19_000_000] },
      ]);
    expect(await upload(`${url}/x`, 20_000_000)).toMatchObject([413, { code: 'body-too-large' }]);
    // Other calls keep the limit of all.
    expect(await upload(url.replace('uploads', 'body'), 1_500_000)).toMatchObject([413, {}]);
  },
);

test.each(['the BFF', 'nginx'])(
  'through %s, the sender of a large form gets the problem of its first file',
  async (name) => {
    const url = `${origins.get(name)}/web/api/test/uploads/x`;
    for (let times = 0; times < 5; times += 1)
      expect(await upload(url, 15_000_000, 'image/gif')).toMatchObject([
        422,
        { errors: [{ pointer: '/scan', rule: 'mediaType' }] },
      ]);
  },
);
