import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { client, startTestProvider } from '@web/bff/test/session/test-provider';
import { startBff } from '@web/bff/test/start-bff';
import { freePort, root, run } from '@web/bff/test/processes';
import { scratchCopy } from '@web/bff/test/scratch-copy';
import { startWalkthroughService } from './walkthrough-service.ts';

const NOTES_KEY = 'the-key-of-the-notes';
/** What bff/WALKTHROUGH.md sets of the deployment. */
const deployed = [
  'SESSION_STORE=redis://valkey:6379',
  'UPSTREAM_NOTES=http://notes:8080',
  'UPSTREAM_ACCOUNTS=http://accounts:8080',
];
const people = { ada: { name: 'Ada Lovelace', role: 'editor' } };

/** Writes the blocks of the documents into a copy of the project, each as the file that it names; of two for one file, the later. */
export async function fillIn(copy: string, ...documents: readonly string[]): Promise<void> {
  for (const name of documents) {
    const text = await readFile(join(root, name), 'utf8');
    const blocks = [...text.matchAll(/^```tsx?\n\/\/ (\S+)\n([^]*?)^```$/gm)];
    if (blocks.length < 4) throw new Error(`${name} has only ${blocks.length} blocks with a file name`);
    for (const [, file = '', block = ''] of blocks) {
      await mkdir(dirname(join(copy, file)), { recursive: true });
      await writeFile(join(copy, file), block);
    }
  }
}

/** Moves a copy of the project beneath another base path. */
export async function moveTo(folder: string, base: string): Promise<void> {
  const constants = join(folder, 'bff/src/contract/constants.ts');
  const text = await readFile(constants, 'utf8');
  await writeFile(constants, text.replace(/BASE_PATH = '.*'/, `BASE_PATH = '${base}'`));
}

/** Makes of a copy of the project what the walkthroughs make. */
export async function fillInWalkthroughs(folder: string): Promise<void> {
  await fillIn(folder, 'bff/WALKTHROUGH.md', 'client/WALKTHROUGH.md');
  // As client/WALKTHROUGH.md says.
  await rm(join(folder, 'client/src/features/specification'), { recursive: true });
  // As bff/WALKTHROUGH.md says.
  const deployment = join(folder, 'nginx/ingress/kubernetes/product/kustomization.yaml');
  const level = '      - LOG_LEVEL=info\n';
  const settings = [level, ...deployed.map((setting) => `      - ${setting}\n`)].join('');
  await writeFile(deployment, (await readFile(deployment, 'utf8')).replace(level, settings));
}

/** Builds and starts what the walkthroughs make at a base path, with the services and the provider that it needs. */
export async function startWalkthrough(base: string) {
  const folder = await scratchCopy();
  await fillInWalkthroughs(folder);
  await moveTo(folder, base);
  await run('node', ['client/vite/build.ts'], { cwd: folder });
  // The application starts before the provider, whose port is known.
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const service = await startWalkthroughService(NOTES_KEY, issuer);
  const env = {
    UPSTREAM_NOTES: service.origin,
    UPSTREAM_ACCOUNTS: service.origin,
    NOTES_KEY,
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: client.id,
    OIDC_CLIENT_SECRET: client.secret,
    OIDC_SCOPES: 'openid profile offline_access',
  };
  const application = await startBff(env, join(folder, 'bff/dist/main.js'), base);
  const origin = `http://127.0.0.1:${application.port}`;
  const provider = await startTestProvider({ port, people, applications: [origin + base] });
  const stop = async () => {
    await application.stop();
    await provider.stop();
    service.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { folder, origin, env, pictures: service.pictures, stop };
}
