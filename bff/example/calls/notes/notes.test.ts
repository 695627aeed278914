import { expect, test } from 'vitest';
import { NewNote, Note } from '#contract/entities/note.ts';
import { fail } from '#platform/contract/fail.ts';
import { example } from '#platform/testing/example.ts';
import { productApp } from '#platform/testing/product-app.ts';

const newNote = example(NewNote, { title: 'Bread' });
const broadcast = { send: () => {} };

test('POST /notes names the signed-in user as the author', async () => {
  const create = async (note: object) => example(Note, note);
  const { call } = await productApp({
    role: 'author',
    upstreams: { notes: { create } },
    services: { broadcast },
  });
  const reply = await call('POST /notes', { body: newNote });
  expect(reply.json()).toMatchObject({ title: 'Bread', author: 'ann' });
});

test.each([
  { role: 'author', author: 'ann', status: 200 },
  { role: 'author', author: 'joan', status: 403 },
  { role: 'editor', author: 'joan', status: 200 },
  { role: 'reader', author: 'ann', status: 403 },
] as const)('PUT /notes/:noteId of a note by $author returns $status to the $role ann', async (row) => {
  const note = example(Note, { author: row.author });
  const { call } = await productApp({
    role: row.role,
    upstreams: { notes: { find: async () => note, change: async () => note } },
    services: { broadcast },
  });
  const reply = await call('PUT /notes/:noteId', {
    params: { noteId: '7' },
    query: { version: 1 },
    body: newNote,
  });
  expect(reply.statusCode).toBe(row.status);
});

test('POST /notes/:noteId/publication refuses a note without a text, and one that is published already', async () => {
  let note = example(Note, { text: ' ', state: 'draft' });
  const { call } = await productApp({ role: 'editor', upstreams: { notes: { find: async () => note } } });
  const publish = async () =>
    (await call('POST /notes/:noteId/publication', { params: { noteId: '7' } })).json<object>();
  expect(await publish()).toMatchObject({ code: 'note-without-text' });
  note = example(Note, { text: 'Read me', state: 'published' });
  expect(await publish()).toMatchObject({ code: 'transition-not-allowed', state: 'published' });
});

test('POST /notes/archiving archives the others if somebody has changed one of the notes', async () => {
  const find = async (id: string) => example(Note, { id, state: 'published' });
  const changeState = async (id: string) =>
    id === '8' ? fail('note-changed', { current: await find(id) }) : find(id);
  const { call } = await productApp({
    role: 'editor',
    upstreams: { notes: { find, changeState } },
    services: { broadcast },
  });
  const reply = await call('POST /notes/archiving', { body: { ids: ['7', '8', '9'] } });
  expect(reply.json()).toEqual({ archived: 2, skipped: ['8'] });
});

test('GET /notes/changes sends the IDs of the broadcast', async () => {
  const sent: string[] = [];
  const { events } = await productApp({
    role: 'reader',
    services: {
      broadcast: {
        async *received() {
          yield '7';
        },
      },
    },
  });
  for await (const { noteId } of events('GET /notes/changes')) sent.push(String(noteId));
  expect(sent).toEqual(['7']);
});
