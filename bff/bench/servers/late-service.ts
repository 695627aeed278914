import { createServer } from 'node:http';
import { port, thing } from './thing.ts';

// A backend service that takes its time; at /asked it tells how often it was asked.
const body = JSON.stringify(thing);
const delayMs = Number(process.env['DELAY_MS']);
let asked = 0;
createServer((request, response) => {
  const answer = (text: string) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    });
    response.end(text);
  };
  if (request.url === '/asked') return answer(String(asked));
  asked += 1;
  setTimeout(answer, delayMs, body);
  // A crowd that arrives at once is not to be measured by what the kernel makes of 511 waiting connections.
}).listen({ port, host: '127.0.0.1', backlog: 4096 });
process.on('SIGTERM', () => process.exit());
