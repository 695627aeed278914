import Fastify from 'fastify';
import { registerHandbook } from './handbook.ts';
import { registerNotes } from './notes.ts';
import { registerWork } from './work.ts';

/** The example's backend service, with data in memory: the notes and the handbook. `PORT` and `NOTES_KEY` are its settings. */
const app = Fastify({ bodyLimit: 10_000_000 });
app.addHook('onRequest', async (request, reply) => {
  if (request.url.startsWith('/handbook/')) return;
  if (request.headers['x-api-key'] !== process.env['NOTES_KEY']) await reply.code(401).send({});
});
await app.register(async (routes) => {
  await registerNotes(routes);
  await registerWork(routes);
  await registerHandbook(routes);
});
await app.listen({ port: Number(process.env['PORT'] ?? 5000), host: '127.0.0.1' });
