import { createServer } from 'node:http';
import { port, thing } from './thing.ts';

// The backend service. It answers after DELAY_MS milliseconds, at once by default.
const body = JSON.stringify(thing);
const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
const delayMs = Number(process.env['DELAY_MS'] ?? 0);
createServer((_request, response) => {
  const answer = () => response.writeHead(200, headers).end(body);
  if (delayMs > 0) setTimeout(answer, delayMs);
  else answer();
  // With the default backlog of 511, the kernel would refuse connections of the 1,000 callers in `bulkhead.ts`.
}).listen({ port, host: '127.0.0.1', backlog: 4096 });
process.on('SIGTERM', () => process.exit());
