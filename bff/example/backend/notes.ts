import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { seed } from './seed.ts';
import type { NewNote, Note } from '#contract/entities/note.ts';
import type { NoteQuery } from '#contract/entities/note-query.ts';

const ROWS = 10;

export const notes = new Map<string, Note>(seed.map((note) => [note.id, note]));
const pictures = new Map<string, Buffer>();
let last = notes.size;

type Created = NewNote & Pick<Note, 'author' | 'authorName'>;
interface Route {
  readonly Params: { readonly id: string };
}

const compare = new Intl.Collator('en', { numeric: true }).compare;
const findTwin = (title: string, id?: string) =>
  notes.values().find((note) => note.title === title && note.id !== id);

function create(note: Created): Note {
  const id = String((last += 1));
  const created: Note = {
    ...note,
    id,
    state: 'draft',
    version: 1,
    changedAt: new Date().toISOString(),
    picture: null,
  };
  notes.set(id, created);
  return created;
}

function change(note: Note, changes: Partial<Note>): Note {
  const { id, version } = note;
  const changed = { ...note, ...changes, id, version: version + 1, changedAt: new Date().toISOString() };
  notes.set(id, changed);
  return changed;
}

/** Responds with 404 or, if the request names another version than the current one, with 412 and the current note. */
function currentNote({ params, headers }: FastifyRequest<Route>, reply: FastifyReply): Note | undefined {
  const note = notes.get(params.id);
  const wanted = headers['if-match'];
  if (!note) void reply.code(404).send({});
  else if (wanted !== undefined && wanted !== `"${note.version}"`) void reply.code(412).send(note);
  else return note;
  return undefined;
}

type Listed = Omit<NoteQuery, 'page' | 'mine'> & { readonly page: string; readonly author?: string };

function listed({ q = '', state, sort, page, author }: Listed) {
  const end = Number(page) * ROWS;
  const text = q.toLowerCase();
  const key = sort.replace('-', '') as 'title' | 'changedAt';
  const found = [...notes.values()]
    .filter(({ title }) => title.toLowerCase().includes(text))
    .filter((note) => (!state || note.state === state) && (!author || note.author === author))
    .sort((one, other) => compare(one[key], other[key]));
  if (sort.startsWith('-')) found.reverse();
  return { items: found.slice(end - ROWS, end), count: found.length };
}

export async function registerNotes(app: FastifyInstance): Promise<void> {
  app.get<{ Querystring: Listed }>('/notes', ({ query }) => listed(query));

  app.get<Route>('/notes/:id', (request, reply) => currentNote(request, reply) ?? reply);

  app.post<{ Body: Created }>('/notes', (request, reply) => {
    const twin = findTwin(request.body.title);
    return twin ? reply.code(409).send(twin) : create(request.body);
  });

  app.post<{ Body: readonly Created[] }>('/notes/batch', (request, reply) => {
    for (const note of request.body) create(note);
    return reply.code(204).send();
  });

  app.put<Route & { Body: NewNote }>('/notes/:id', (request, reply) => {
    const note = currentNote(request, reply);
    if (!note) return reply;
    const twin = findTwin(request.body.title, note.id);
    if (twin) return reply.code(409).send(twin);
    const { shownFrom: _from, shownUntil: _until, ...kept } = note;
    notes.set(note.id, kept);
    return change(kept, request.body);
  });

  app.patch<Route & { Body: Pick<Note, 'state'> }>('/notes/:id', (request, reply) => {
    const note = currentNote(request, reply);
    return note ? change(note, { state: request.body.state }) : reply;
  });

  app.delete<Route>('/notes/:id', (request, reply) => {
    const note = currentNote(request, reply);
    if (note) notes.delete(note.id);
    return note ? reply.code(204).send() : reply;
  });

  app.get<Route>('/notes/:id/picture', ({ params }, reply) => {
    const picture = pictures.get(params.id);
    return picture ? reply.type('image/png').send(picture) : reply.code(404).send({});
  });

  app.addContentTypeParser('image/png', (_request, payload, done) => done(null, payload));
  app.put<Route & { Body: Readable; Querystring: { caption: string } }>(
    '/notes/:id/picture',
    async (request, reply) => {
      const note = currentNote(request, reply);
      if (!note) return reply;
      pictures.set(note.id, await buffer(request.body));
      const version = (note.picture?.version ?? 0) + 1;
      change(note, { picture: { caption: request.query.caption, version } });
      return reply.code(204).send();
    },
  );
}
