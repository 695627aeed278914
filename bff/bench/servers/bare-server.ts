import { createServer } from 'node:http';

// What the BFF is measured against: node:http with the same few bytes and nothing else.
const body = JSON.stringify({
  name: 'Web application',
  version: '0.1.0',
  startedAt: new Date().toISOString(),
  dependencies: [],
});
createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}).listen(Number(process.env['PORT']), '127.0.0.1');
process.on('SIGTERM', () => process.exit());
