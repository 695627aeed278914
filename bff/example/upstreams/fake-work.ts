import type { Note } from '#contract/entities/note.ts';
import type { Export } from '#contract/entities/export.ts';
import type { notes as upstream } from './notes.ts';
import type { FakeHandlers } from '#platform/testing/fake-upstream.ts';

const EXPORT_MS = 8_000;

/** Creates handlers of an export that takes a while, and of the sections of the overview, one of which fails until it is tried again. */
export function fakeWork(
  notes: ReadonlyMap<string, Note>,
): FakeHandlers<ReturnType<(typeof upstream)['client']>> {
  const startedAt = new Map<string, number>();
  const exportOf = (id: string): Export | undefined => {
    const started = startedAt.get(id);
    if (started === undefined) return undefined;
    const share = Math.min((Date.now() - started) / EXPORT_MS, 1);
    const total = notes.size;
    return { id, state: share < 1 ? 'running' : 'finished', done: Math.floor(share * total), total };
  };
  let tries = 0;
  return {
    'POST /exports': () => {
      const id = crypto.randomUUID();
      startedAt.set(id, Date.now());
      return exportOf(id);
    },
    'GET /exports/:exportId': ({ params }) => exportOf(params.exportId),
    'GET /exports/:exportId/notes': ({ params }) =>
      startedAt.has(params.exportId) ? [...notes.values()] : undefined,
    'GET /overview/counts': () => {
      const counts = { draft: 0, published: 0, archived: 0 };
      for (const { state } of notes.values()) counts[state] += 1;
      return counts;
    },
    'GET /overview/activity': () => {
      const days = Array.from({ length: 7 }, (_, index) =>
        new Date(Date.now() - (6 - index) * 86_400_000).toISOString().slice(0, 10),
      );
      const changed = [...notes.values()].map(({ changedAt }) => changedAt.slice(0, 10));
      return days.map((day) => ({ day, changes: changed.filter((one) => one === day).length }));
    },
    'GET /overview/tip': (_request, reply) => {
      tries += 1;
      const text = 'Choose several notes in the list to archive them at once.';
      // The BFF repeats a read that fails, but not one whose response is invalid.
      return tries % 2 === 1 ? reply.send({}) : { text };
    },
  };
}
