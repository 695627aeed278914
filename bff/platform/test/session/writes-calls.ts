import * as Type from 'typebox';
import { status } from '#contract/calls/status.ts';
import { empty } from '#platform/contract/content.ts';

const Note = Type.Object({ text: Type.String() });
const write = { summary: '', permission: 'member:read', responses: { 204: empty }, errors: [] } as const;

/** A write of each method, an upload, and a write that is also for anonymous users. */
export const calls = {
  ...status,
  'GET /notes': { ...write, id: 'notes', responses: { 200: Type.Object({ owner: Type.String() }) } },
  'POST /notes': { ...write, id: 'addNote', body: Note },
  'PUT /notes': { ...write, id: 'saveNote', body: Note },
  'DELETE /notes': { ...write, id: 'deleteNote' },
  'POST /scans': { ...write, id: 'addScan', files: { scan: { maxCount: 1 } } },
  'POST /remarks': { ...write, id: 'addRemark', permission: 'status:read', body: Note },
} as const;
