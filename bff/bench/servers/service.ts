import { createServer } from 'node:http';
import { port, thing } from './thing.ts';

// The backend service.
const body = JSON.stringify(thing);
createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}).listen(port, '127.0.0.1');
process.on('SIGTERM', () => process.exit());
