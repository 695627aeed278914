import { startEmbedded } from '../e2e/bff-with-test-calls.ts';
import { freePort, start, started } from '../e2e/processes.ts';
import { interleaved, load, report } from './measure.ts';
import { bareServer, production } from './production.ts';

export async function benchStatus(rounds: number): Promise<void> {
  const port = await freePort();
  const bare = start('node', [bareServer], { PORT: String(port) });
  await started(bare, `http://127.0.0.1:${port}/`);
  const bff = await startEmbedded({ LOG_LEVEL: 'info' }, production);
  const [ofBff, ofBare] = await interleaved(
    rounds,
    () => load(`http://127.0.0.1:${bff.port}/web/api/status`, 3000, () => [bff.pid ?? 0]),
    () => load(`http://127.0.0.1:${port}/`, 3000, () => [bare.pid ?? 0]),
  );
  await bff.stop();
  await bare.stop();
  console.log('\nGET /web/api/status, request log and metrics on, over bare node:http');
  report(ofBff, ofBare);
}
