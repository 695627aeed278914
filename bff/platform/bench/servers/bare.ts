import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Pool } from 'undici';
import { port, upstream } from './thing.ts';

// Implements the call of `ours.ts` with plain node:http and undici, without validation, log or metrics.
const pool = new Pool(upstream, { connections: 32 });
async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const id = /^\/web\/api\/things\/([^/?]+)/.exec(request.url ?? '')?.[1];
  const { body } = await pool.request({ method: 'GET', path: `/things/${id}` });
  const text = JSON.stringify(await body.json());
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}
createServer((request, response) => void respond(request, response)).listen(port, '127.0.0.1');
process.on('SIGTERM', () => process.exit());
