import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, root, start, waitUntilStarted } from '../test/processes.ts';
import { goalOf } from './measure.ts';

const BFF = join(root, 'bff/dist/main.js');
const BARE = join(import.meta.dirname, 'servers/bare-server.ts');

/** Milliseconds from the start of a server to its first response. */
async function timeToAnswer(main: string, path: string, env: Record<string, string>): Promise<number> {
  const [port, managementPort] = [await freePort(), await freePort()];
  const from = performance.now();
  const child = start('node', [main], {
    PORT: String(port),
    MANAGEMENT_PORT: String(managementPort),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    ...env,
  });
  await waitUntilStarted(child, `http://127.0.0.1:${port}${path}`, 2);
  const elapsed = performance.now() - from;
  await child.stop();
  return elapsed;
}

export async function benchStart(rounds: number): Promise<void> {
  const [bff, bare]: [number[], number[]] = [[], []];
  // With what V8 has compiled before, as in the image.
  const compiled = await mkdtemp(join(tmpdir(), 'compiled-'));
  const env = { NODE_COMPILE_CACHE: compiled };
  await timeToAnswer(BFF, '/web/api/status', env);
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await timeToAnswer(BARE, '/', {}));
    bff.push(await timeToAnswer(BFF, '/web/api/status', env));
  }
  await rm(compiled, { recursive: true });
  console.log('\nFrom start to the first response');
  goalOf('over bare node:http', bff, bare, 2.6);
}
