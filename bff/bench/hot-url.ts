import { serveThings } from './serve-things.ts';
import { upstream } from './thing.ts';

await serveThings({ things: { address: upstream }, shared: { address: upstream, shared: true } });
