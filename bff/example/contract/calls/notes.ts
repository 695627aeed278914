import * as Type from 'typebox';
import { empty, events } from '#platform/contract/content.ts';
import { defineCalls } from '#platform/contract/define-calls.ts';
import { NewNote, Note, NoteSummary } from '../entities/note.ts';
import { NoteQuery } from '../entities/note-query.ts';

const params = Type.Object({ noteId: Type.String() });
/** The version that the user has seen. */
const seen = Type.Object({ version: Type.Integer() });

export const notes = defineCalls({
  'GET /notes': {
    id: 'listNotes',
    summary: 'A page of the notes whose title contains a text',
    permission: 'note:read',
    query: NoteQuery,
    responses: {
      200: Type.Object({ items: Type.Array(NoteSummary), count: Type.Integer(), pages: Type.Integer() }),
    },
    errors: [],
  },
  'GET /notes/:noteId': {
    id: 'getNote',
    summary: 'One note',
    permission: 'note:read',
    params,
    responses: { 200: Note },
    errors: ['not-found'],
  },
  'POST /notes': {
    id: 'createNote',
    summary: 'Creates a note, as a draft',
    permission: 'note:write',
    body: NewNote,
    responses: { 201: Note },
    errors: ['note-title-taken'],
  },
  'PUT /notes/:noteId': {
    id: 'changeNote',
    summary: 'Changes a note',
    permission: 'note:write',
    params,
    query: seen,
    body: NewNote,
    responses: { 200: Note },
    errors: ['not-found', 'note-changed', 'note-title-taken'],
  },
  'DELETE /notes/:noteId': {
    id: 'deleteNote',
    summary: 'Deletes a note',
    permission: 'note:write',
    params,
    query: seen,
    responses: { 204: empty },
    errors: ['not-found', 'note-changed'],
  },
  'POST /notes/:noteId/publication': {
    id: 'publishNote',
    summary: 'Publishes a draft, and announces it',
    permission: 'note:publish',
    params,
    responses: { 200: Note },
    errors: ['not-found', 'transition-not-allowed', 'note-changed', 'note-without-text'],
  },
  'POST /notes/:noteId/archiving': {
    id: 'archiveNote',
    summary: 'Archives a published note',
    permission: 'note:publish',
    params,
    responses: { 200: Note },
    errors: ['not-found', 'transition-not-allowed', 'note-changed'],
  },
  'POST /notes/:noteId/restoration': {
    id: 'restoreNote',
    summary: 'Makes an archived note a draft again',
    permission: 'note:publish',
    params,
    responses: { 200: Note },
    errors: ['not-found', 'transition-not-allowed', 'note-changed'],
  },
  'PUT /notes/:noteId/star': {
    id: 'starNote',
    summary: 'Gives a note the star of an important one, or takes it away',
    permission: 'note:publish',
    params,
    body: Type.Pick(NoteSummary, ['isStarred']),
    responses: { 204: empty },
    errors: ['not-found'],
  },
  'POST /notes/archiving': {
    id: 'archiveNotes',
    summary: 'Archives those of the notes that are published',
    permission: 'note:publish',
    body: Type.Object({ ids: Type.Array(Type.String(), { maxItems: 100 }) }),
    responses: { 200: Type.Object({ archived: Type.Integer(), skipped: Type.Array(Type.String()) }) },
    errors: [],
  },
  'GET /notes/changes': {
    id: 'watchNotes',
    summary: 'IDs of notes that change; null if any note may have changed',
    permission: 'note:read',
    responses: { 200: events(Type.Object({ noteId: Type.Union([Type.String(), Type.Null()]) })) },
    errors: [],
  },
});
