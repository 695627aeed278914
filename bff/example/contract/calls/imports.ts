import * as Type from 'typebox';
import { ImportOptions } from '../entities/import-options.ts';
import { defineCalls } from '#platform/contract/define-calls.ts';
import { InvalidFields } from '#platform/contract/platform-errors.ts';

export const imports = defineCalls({
  'POST /notes/imports': {
    id: 'importNotes',
    summary: 'Adds the notes of a CSV file, and lists the invalid rows',
    permission: 'note:write',
    body: ImportOptions,
    files: { csv: {} },
    bodyBytes: 5_000_000,
    deadlineMs: 15_000,
    responses: { 200: Type.Object({ count: Type.Integer(), ...InvalidFields.properties }) },
    errors: [],
  },
});
