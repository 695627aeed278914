import { createServer } from 'node:http';
import { port, thing } from './thing.ts';

const body = JSON.stringify(thing);
const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
// With the default backlog of 511, the kernel would drop connection attempts under overload.
createServer((_request, response) => response.writeHead(200, headers).end(body)).listen({
  port,
  host: '127.0.0.1',
  backlog: 4096,
});
process.on('SIGTERM', () => process.exit());
