import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { json } from 'node:stream/consumers';
import { client, startTestProvider } from '@web/bff/platform/testing/test-provider';
import { startBff } from '@web/bff/platform/testing/start-bff';
import { freePort, root, run } from '@web/bff/platform/testing/processes';
import { linkPackages, scratchCopy } from '@web/bff/platform/test/scratch-copy';

/** Document that builds a product step by step. `fillInRecipes` adds the files of other documents to this product. */
export const WALKTHROUGH = 'bff/docs/walkthrough.md';
export const ONE_CALL = 'bff/docs/getting-started.md';

const deployed = ['SESSION_STORE_URL=redis://valkey:6379', 'UPSTREAM_NOTES=http://notes:8080'];
const users = { ada: { name: 'Ada Lovelace', role: 'editor' } };

const author = { name: 'Ada', email: 'ada@example.org' };

export const committing: NodeJS.ProcessEnv = {
  ...process.env,
  GIT_AUTHOR_NAME: author.name,
  GIT_AUTHOR_EMAIL: author.email,
  GIT_COMMITTER_NAME: author.name,
  GIT_COMMITTER_EMAIL: author.email,
};

/** Creates a product with `new-product.mjs`, and links the installed packages. Returns the product's folder, which the caller removes. */
export async function startProduct(): Promise<string> {
  const platform = await scratchCopy();
  const folder = await mkdtemp(join(tmpdir(), 'product-'));
  // `new-product` expects that the folder does not exist.
  await rmdir(folder);
  const runIn = (program: string, ...args: string[]) =>
    run(program, args, { cwd: platform, env: committing });
  try {
    await runIn('git', 'init', '--quiet', '--initial-branch=main');
    await runIn('git', 'add', '--all');
    await runIn('git', 'commit', '--quiet', '--message', 'The platform');
    await runIn('node', '.ci/new-product.mjs', folder, 'Notes', 'Keeps the notes of a team');
  } finally {
    await rm(platform, { recursive: true, force: true });
  }
  await linkPackages(folder);
  return folder;
}

/** Returns the code blocks of a document that are whole files, by file name. */
export async function blocksIn(document: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(join(root, document), 'utf8');
  const blocks = text.matchAll(/^```tsx?\n\/\/ (\S+)\n([^]*?)^```$/gm);
  return new Map(Array.from(blocks, ([, file = '', block = '']) => [file, block]));
}

/** Writes the code blocks of documents as files into a product. */
export async function fillIn(copy: string, ...documents: readonly string[]): Promise<void> {
  for (const name of documents) {
    for (const [file, block] of await blocksIn(name)) {
      await mkdir(dirname(join(copy, file)), { recursive: true });
      await writeFile(join(copy, file), block);
    }
  }
}

export async function moveTo(folder: string, base: string): Promise<void> {
  const constants = join(folder, 'bff/src/contract/constants.ts');
  const text = await readFile(constants, 'utf8');
  await writeFile(constants, text.replace(/BASE_PATH = '.*'/, `BASE_PATH = '${base}'`));
}

export async function fillInWalkthrough(folder: string): Promise<void> {
  await fillIn(folder, WALKTHROUGH);
  await rm(join(folder, 'client/src/features/specification'), { recursive: true });
  const deployment = join(folder, 'nginx/src/kubernetes/kustomization.yaml');
  const level = '      - LOG_LEVEL=info\n';
  const settings = [level, ...deployed.map((setting) => `      - ${setting}\n`)].join('');
  await writeFile(deployment, (await readFile(deployment, 'utf8')).replace(level, settings));
}

/** Returns the documents that contain whole files: the recipes, `WALKTHROUGH` and `ONE_CALL`. */
export async function documentsWithBlocks(): Promise<readonly string[]> {
  const folders = ['bff/docs', 'client/docs', 'nginx/docs'].filter((folder) =>
    existsSync(join(root, folder)),
  );
  const names = await Promise.all(folders.map((folder) => readdir(join(root, folder))));
  const pages = folders.flatMap((folder, index) => names[index]!.map((name) => `${folder}/${name}`));
  const counts = await Promise.all(
    pages.map(async (page) => (page.endsWith('.md') ? (await blocksIn(page)).size : 0)),
  );
  return pages.filter((_, index) => counts[index]! > 0).toSorted();
}

/** Leaves out `WALKTHROUGH` and `ONE_CALL`, because each builds a product of its own. */
export const recipesIn = (pages: readonly string[]) =>
  pages.filter((page) => page !== WALKTHROUGH && page !== ONE_CALL);

/** Adds the files of all recipes to the walkthrough's product, and registers them in each `all.ts`. */
export async function fillInRecipes(folder: string): Promise<void> {
  await fillIn(folder, ...recipesIn(await documentsWithBlocks()));
  const index = async (place: string, constant: string, line: (name: string) => [string, string]) => {
    const files = await readdir(join(folder, place), { withFileTypes: true });
    const names = files
      .map((file) => basename(file.name, '.ts'))
      .filter((name) => /^[a-z]+$/.test(name) && name !== 'all');
    const lines = names.map(line);
    const text = `${lines.map(([from]) => from).join('\n')}\n${constant} = { ${lines.map(([, member]) => member).join(', ')} };\n`;
    await writeFile(join(folder, place, 'all.ts'), text);
  };
  const plain = (name: string): [string, string] => [`import { ${name} } from './${name}.ts';`, name];
  await index('bff/src/contract/calls', 'export const calls', (name) => [plain(name)[0], `...${name}`]);
  await index('bff/src/upstreams', 'export const upstreams', plain);
  await index('bff/src/services', 'export const services', plain);
  await index('bff/src/calls', 'export const handlers', (name) => [
    `import { ${name}Handlers } from './${name}/${name}.ts';`,
    `...${name}Handlers`,
  ]);
}

async function startNotes() {
  const notes = new Map<string, object>([
    ['7', { id: '7', title: 'The first', state: 'published', version: 1 }],
  ]);
  const resultOf = async (request: IncomingMessage) => {
    const [, id] = /^\/notes\/(.+)$/.exec(request.url ?? '') ?? [];
    if (request.method !== 'POST') return id === undefined ? [...notes.values()] : notes.get(id);
    const note = { id: String(notes.size + 7), ...((await json(request)) as object) };
    notes.set(note.id, note);
    return note;
  };
  const server = createServer((request, response) => {
    void resultOf(request).then((result) =>
      response
        .writeHead(result ? 200 : 404, { 'content-type': 'application/json' })
        .end(JSON.stringify(result ?? {})),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, stop: () => void server.close() };
}

export async function startWalkthrough(base: string) {
  const folder = await startProduct();
  await fillInWalkthrough(folder);
  await moveTo(folder, base);
  await run('node', ['client/platform/build/build.ts'], { cwd: folder });
  // Chooses the OpenID provider's port here, because the application's settings contain the port, and the application starts first.
  const port = await freePort();
  const service = await startNotes();
  const env = {
    UPSTREAM_NOTES: service.origin,
    OIDC_ISSUER: `http://127.0.0.1:${port}`,
    OIDC_CLIENT_ID: client.id,
    OIDC_CLIENT_SECRET: client.secret,
    OIDC_SCOPES: 'openid profile offline_access',
  };
  const application = await startBff(env, join(folder, 'bff/dist/main.js'), base);
  const origin = `http://127.0.0.1:${application.port}`;
  const provider = await startTestProvider({ port, users, applications: [origin + base] });
  const stop = async () => {
    await application.stop();
    await provider.stop();
    service.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { folder, origin, stop };
}
