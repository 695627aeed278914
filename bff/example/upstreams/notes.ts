import type { Readable } from 'node:stream';
import * as Type from 'typebox';
import { defineUpstream } from '#platform/upstreams/define-upstream.ts';
import { Export } from '#contract/entities/export.ts';
import { Note, NoteSummary, type NewNote } from '#contract/entities/note.ts';
import type { NoteQuery } from '#contract/entities/note-query.ts';
import { overview } from '#contract/calls/overview.ts';
import type { UploadedFile } from '#platform/contract/content.ts';
import { fail } from '#platform/contract/fail.ts';

type State = Note['state'];

const conflicts = {
  409: (json: unknown) => fail('note-title-taken', { takenBy: (json as Note).id }),
  412: (json: unknown) => fail('note-changed', { current: json as Note }),
};
const ifVersion = (version: number) => ({ 'if-match': `"${version}"` });

export const notes = defineUpstream(
  'notes',
  ({ get, post, put, patch, delete: deleteAt }) => ({
    list: ({ mine, ...query }: NoteQuery, subject: string | null) =>
      get(
        '/notes',
        { query: { ...query, ...(mine && subject !== null && { author: subject }) } },
        Type.Object({ items: Type.Array(NoteSummary), count: Type.Integer() }),
      ),
    find: (noteId: string) => get('/notes/:noteId', { params: { noteId } }, Note),
    create: (note: NewNote & Pick<Note, 'author' | 'authorName'>) =>
      post('/notes', { body: note, errors: conflicts }, Note),
    createAll: (notes: readonly (NewNote & Pick<Note, 'author' | 'authorName'>)[]) =>
      post('/notes/batch', { body: notes }),
    change: (noteId: string, version: number, note: NewNote) =>
      put(
        '/notes/:noteId',
        { params: { noteId }, headers: ifVersion(version), body: note, errors: conflicts },
        Note,
      ),
    changeState: (noteId: string, version: number, state: State) =>
      patch(
        '/notes/:noteId',
        { params: { noteId }, headers: ifVersion(version), body: { state }, errors: conflicts },
        Note,
      ),
    star: (noteId: string, isStarred: boolean) =>
      put('/notes/:noteId/star', { params: { noteId }, body: { isStarred } }),
    remove: (noteId: string, version: number) =>
      deleteAt('/notes/:noteId', { params: { noteId }, headers: ifVersion(version), errors: conflicts }),
    picture: (noteId: string) => get('/notes/:noteId/picture', { params: { noteId } }, 'stream'),
    savePicture: (noteId: string, caption: string, { stream, mediaType }: UploadedFile<string, Readable>) =>
      put('/notes/:noteId/picture', {
        params: { noteId },
        query: { caption },
        body: stream,
        contentType: mediaType,
      }),
    startExport: () => post('/exports', {}, Export),
    findExport: (exportId: string) => get('/exports/:exportId', { params: { exportId } }, Export),
    exported: (exportId: string) =>
      get('/exports/:exportId/notes', { params: { exportId } }, Type.Array(NoteSummary)),
    counts: () => get('/overview/counts', {}, overview['GET /overview/counts'].responses[200]),
    activity: () => get('/overview/activity', {}, overview['GET /overview/activity'].responses[200]),
    tip: () => get('/overview/tip', {}, overview['GET /overview/tip'].responses[200]),
  }),
  {
    headers: ({ settings, session }) => ({
      'x-api-key': settings.NOTES_KEY,
      'x-user': session.subject ?? undefined,
    }),
    errors: { 404: 'not-found' },
  },
);
