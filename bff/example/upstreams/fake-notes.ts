import type { FastifyReply, FastifyRequest } from 'fastify';
import { seed } from './fake-seed.ts';
import { fakeWork } from './fake-work.ts';
import { notes as upstream } from './notes.ts';
import type { NewNote, Note } from '#contract/entities/note.ts';
import { fakeUpstream } from '#platform/testing/fake-upstream.ts';

const ROWS = 10;

type Created = NewNote & Pick<Note, 'author' | 'authorName'>;
type Asked = Pick<FastifyRequest, 'headers'> & { readonly params: { readonly noteId: string } };

const { compare } = new Intl.Collator('en', { numeric: true });

/** Creates a fake of the service that has the notes, in memory. */
export function fakeNotes() {
  const notes = new Map<string, Note>(seed.map((note) => [note.id, note]));
  const pictures = new Map<string, Buffer>();
  let last = notes.size;

  const findTwin = (title: string, id?: string) =>
    [...notes.values()].find((note) => note.title === title && note.id !== id);

  const put = (note: Note): Note => {
    notes.set(note.id, note);
    return note;
  };
  const change = (note: Note, changes: Partial<Note>): Note =>
    put({ ...note, ...changes, version: note.version + 1, changedAt: new Date().toISOString() });
  const create = (note: Created): Note =>
    change(
      {
        ...note,
        id: String((last += 1)),
        state: 'draft',
        version: 0,
        isStarred: false,
        picture: null,
        changedAt: '',
      },
      {},
    );

  /** Responds with 404 or, if the request names another version than the current one, with 412 and the current note. */
  const currentNote = ({ params, headers }: Asked, reply: FastifyReply): Note | undefined => {
    const note = notes.get(params.noteId);
    const wanted = headers['if-match'];
    if (!note) void reply.code(404).send({});
    else if (wanted !== undefined && wanted !== `"${note.version}"`) void reply.code(412).send(note);
    else return note;
    return undefined;
  };

  return fakeUpstream(upstream, {
    ...fakeWork(notes),

    'GET /notes': ({ query: { q = '', state, sort = '', page, author } }) => {
      const end = Number(page) * ROWS;
      const text = q.toLowerCase();
      const key = sort.replace('-', '') as 'title' | 'changedAt';
      const found = [...notes.values()]
        .filter(({ title }) => title.toLowerCase().includes(text))
        .filter((note) => (!state || note.state === state) && (!author || note.author === author))
        .sort((one, other) => compare(one[key], other[key]));
      if (sort.startsWith('-')) found.reverse();
      return { items: found.slice(end - ROWS, end), count: found.length };
    },

    'GET /notes/:noteId': ({ params }) => notes.get(params.noteId),

    'POST /notes': ({ body }, reply) => {
      const twin = findTwin(body.title);
      return twin ? reply.code(409).send(twin) : create(body);
    },

    'POST /notes/batch': ({ body }) => {
      for (const note of body) create(note);
    },

    'PUT /notes/:noteId': (request, reply) => {
      const note = currentNote(request, reply);
      if (!note) return reply;
      const twin = findTwin(request.body.title, note.id);
      if (twin) return reply.code(409).send(twin);
      const { shownFrom: _from, shownUntil: _until, ...kept } = note;
      return change(kept, request.body);
    },

    'PATCH /notes/:noteId': (request, reply) => {
      const note = currentNote(request, reply);
      return note ? change(note, { state: request.body.state }) : reply;
    },

    'PUT /notes/:noteId/star': (request, reply) => {
      const note = currentNote(request, reply);
      if (!note) return reply;
      put({ ...note, isStarred: request.body.isStarred });
      return undefined;
    },

    'DELETE /notes/:noteId': (request, reply) => {
      const note = currentNote(request, reply);
      if (!note) return reply;
      notes.delete(note.id);
      return undefined;
    },

    'GET /notes/:noteId/picture': ({ params }, reply) => {
      void reply.type('image/png');
      return pictures.get(params.noteId);
    },

    'PUT /notes/:noteId/picture': (request, reply) => {
      const note = currentNote(request, reply);
      if (!note) return reply;
      pictures.set(note.id, request.body);
      const version = (note.picture?.version ?? 0) + 1;
      change(note, { picture: { caption: request.query['caption'] ?? '', version } });
      return undefined;
    },
  });
}
