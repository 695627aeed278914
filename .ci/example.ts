import { watch } from 'node:fs';
import { cp, mkdir, rename, rm, stat } from 'node:fs/promises';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { exampleFolders, exampleCopy } from '@web/bff/platform/test/scratch-copy';
import { freePort, root, start, waitUntilStarted } from '@web/bff/platform/testing/processes';
import { startTestProvider } from '@web/bff/platform/testing/test-provider';
import { BASE_PATH } from '../bff/example/contract/constants.ts';
import { provider } from '../bff/example/provider.ts';

/*
 * `npm run example`: runs the example product in development: fakes of its backend services, an OpenID provider with its users, the BFF and the client. It runs
 * in a copy of the project, in which `example/` replaces `src/`. Saved files of `example/` and `platform/` are copied, so that changes appear. Ctrl+C
 * ends everything, and removes the copy.
 */

/** Tasks that end what was started, in the order of the start. */
const ends: (() => unknown)[] = [];

/** Starts a program in the copy. It writes to this terminal itself, so that the BFF prints readable lines. */
function startIn(folder: string, args: readonly string[], env: Record<string, string>) {
  const child = start(process.execPath, args, env, folder, 'inherit');
  ends.push(child.stop);
  return child;
}

async function copyFile(from: string, to: string, temporary: string): Promise<void> {
  const found = await stat(from).catch(() => undefined);
  if (!found) return rm(to, { recursive: true, force: true });
  if (found.isDirectory()) return cp(from, to, { recursive: true });
  // Replaces the file atomically, so that Vite and the BFF never read a half of it.
  await cp(from, temporary);
  await mkdir(dirname(to), { recursive: true });
  return rename(temporary, to);
}

/** Copies each file that is saved, one after the other. */
function copyChanges(folder: string): void {
  let copied = Promise.resolve();
  for (const [from, to] of exampleFolders) {
    const watcher = watch(join(root, from), { recursive: true }, (_event, name) => {
      if (name === null || name === 'tsconfig.json') return;
      const copying = () => copyFile(join(root, from, name), join(folder, to, name), join(folder, '.saved'));
      copied = copied.then(copying).catch((error: unknown) => console.error(error));
    });
    ends.push(() => watcher.close());
  }
}

async function run(folder: string): Promise<void> {
  const [port, bffPort] = [await freePort(), await freePort()];
  const [notesPort, handbookPort] = [await freePort(), await freePort()];
  const address = `http://localhost:${port}${BASE_PATH}`;
  const { settings, stop } = await startTestProvider({
    host: 'localhost',
    users: provider.users,
    applications: [address],
  });
  ends.push(stop);
  startIn(folder, ['--watch', '--watch-preserve-output', 'bff/src/upstreams/run-fakes.ts'], {
    NOTES_PORT: String(notesPort),
    HANDBOOK_PORT: String(handbookPort),
  });
  const client = startIn(folder, ['node_modules/vite/bin/vite.js', 'client', '--port', String(port)], {
    ...settings,
    PORT: String(bffPort),
    NOTES_KEY: 'key of the example',
    UPSTREAM_NOTES: `http://127.0.0.1:${notesPort}`,
    UPSTREAM_HANDBOOK: `http://127.0.0.1:${handbookPort}`,
  });
  await waitUntilStarted(client, `${address}/api/status`);
  copyChanges(folder);
  const users = Object.entries(provider.users).map(
    ([subject, { name, role = 'no role' }]) => `  ${subject.padEnd(6)} ${String(name)}, ${String(role)}`,
  );
  console.log(`\nThe example is at ${address}/\nSign in as one of these users:\n${users.join('\n')}`);
  await once(client, 'exit');
  throw new Error('The development server has ended.');
}

const interrupted = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
});
const folder = await exampleCopy();
try {
  await Promise.race([run(folder), interrupted]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
for (const end of ends.toReversed()) await end();
await rm(folder, { recursive: true, force: true });
// Also ends a program that was just starting.
process.exit();
