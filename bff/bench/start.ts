import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, start, waitUntilStarted } from '../test/processes.ts';
import { ratio } from './measure.ts';
import { bareServer, production } from './production.ts';

export async function benchStart(rounds: number): Promise<void> {
  const timed = async (main: string, path: string, env: Record<string, string> = {}) => {
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
  };
  const cache = { NODE_COMPILE_CACHE: await mkdtemp(join(tmpdir(), 'compile-cache-')) };
  await timed(production, '/web/api/status', cache);
  const [bff, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await timed(bareServer, '/'));
    bff.push(await timed(production, '/web/api/status', cache));
  }
  await rm(cache.NODE_COMPILE_CACHE, { recursive: true });
  console.log(
    `\nFrom start to the first answer, BFF (compile cache warm, as in the image) over bare node:http\n  ${ratio(bff, bare)}`,
  );
}
