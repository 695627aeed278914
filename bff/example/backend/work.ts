import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { notes } from './notes.ts';
import type { Export } from '#contract/entities/export.ts';

const EXPORT_MS = 8_000;
const SLOW_MS = 1_500;

const startedAt = new Map<string, number>();

function exportOf(id: string, started: number): Export {
  const share = Math.min((Date.now() - started) / EXPORT_MS, 1);
  const total = notes.size;
  return { id, state: share < 1 ? 'running' : 'finished', done: Math.floor(share * total), total };
}

/** The apostrophe keeps spreadsheets from executing a title that starts with `=`. */
const cell = (text: string) => `"${text.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`;

/** An export that takes a while, and the sections of the overview: one is slow, one fails until it is tried again. */
export async function registerWork(app: FastifyInstance): Promise<void> {
  app.post('/exports', () => {
    const id = crypto.randomUUID();
    startedAt.set(id, Date.now());
    return exportOf(id, Date.now());
  });

  app.get<{ Params: { id: string } }>('/exports/:id', ({ params: { id } }, reply) => {
    const started = startedAt.get(id);
    return started === undefined ? reply.code(404).send({}) : exportOf(id, started);
  });

  app.get('/exports/:id/file', (_request, reply) => {
    const rows = notes
      .values()
      .map(({ title, state, authorName }) => [title, state, authorName].map(cell).join(';'));
    return reply.type('text/csv').send(`${[...rows].join('\r\n')}\r\n`);
  });

  app.get('/overview/counts', () => {
    const counts = { draft: 0, published: 0, archived: 0 };
    for (const { state } of notes.values()) counts[state] += 1;
    return counts;
  });

  app.get('/overview/activity', async () => {
    await sleep(SLOW_MS);
    const days = Array.from({ length: 7 }, (_, index) =>
      new Date(Date.now() - (6 - index) * 86_400_000).toISOString().slice(0, 10),
    );
    const changed = [...notes.values()].map(({ changedAt }) => changedAt.slice(0, 10));
    return days.map((day) => ({ day, changes: changed.filter((one) => one === day).length }));
  });

  let tries = 0;
  app.get('/overview/tip', () => {
    tries += 1;
    // The BFF repeats a read that fails, but not one whose response is invalid.
    return tries % 2 === 1 ? {} : { text: 'Choose several notes in the list to archive them at once.' };
  });
}
