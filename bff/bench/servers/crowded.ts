import { serveThings } from './serve-things.ts';
import { upstream } from './thing.ts';

const address = String(process.env['SLOW_UPSTREAM']);
// A busy machine is not to make timeouts of what the bulkhead lets wait.
const patient = { headersMs: 9_000, totalMs: 9_000 };
await serveThings({
  things: { address: upstream },
  slow: { address, settings: patient },
  unguarded: { address, settings: { ...patient, connections: 10_000, waiting: 10_000 } },
});
