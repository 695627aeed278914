import * as Type from 'typebox';
import { Export } from '../entities/export.ts';
import { bytes } from '#platform/contract/content.ts';
import { defineCalls } from '#platform/contract/define-calls.ts';

const params = Type.Object({ exportId: Type.String() });

export const exports = defineCalls({
  'POST /exports': {
    id: 'startExport',
    summary: 'Lets the service collect all notes',
    permission: 'note:read',
    // Keeps the service busy.
    limit: { max: 5, perMs: 60_000 },
    responses: { 202: Export },
    errors: [],
  },
  'GET /exports/:exportId': {
    id: 'getExport',
    summary: 'How far an export is',
    permission: 'note:read',
    params,
    responses: { 200: Export },
    errors: ['not-found'],
    // The screen polls this call, which must not keep a session alive.
    extendsSession: false,
  },
  'GET /exports/:exportId/file': {
    id: 'downloadExport',
    summary: 'The file of a finished export',
    permission: 'note:read',
    params,
    responses: { 200: bytes('text/csv; charset=utf-8') },
    errors: ['not-found'],
  },
});
