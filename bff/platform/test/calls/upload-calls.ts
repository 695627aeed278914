import * as Type from 'typebox';
import { bytes } from '#platform/contract/content.ts';
import type { Calls } from '#platform/contract/call.ts';
import { InvalidFields } from '#platform/contract/platform-errors.ts';

const open = { summary: '', permission: 'status:read', errors: [] } as const;

export const Scan = Type.Object({ title: Type.String({ maxLength: 20 }) });

export const ImportOptions = Type.Object({ onlyValid: Type.Optional(Type.Boolean()) });

export const uploadCalls = {
  'POST /test/uploads/:folder': {
    ...open,
    id: 'testUpload',
    params: Type.Object({ folder: Type.String() }),
    body: Scan,
    files: { scan: { mediaTypes: ['image/png', 'application/pdf'], maxCount: 3 } },
    bodyBytes: 20_000_000,
    deadlineMs: 90_000,
    responses: {
      200: Type.Object({ title: Type.String(), folder: Type.String(), bytes: Type.Array(Type.Integer()) }),
    },
  },
  'POST /test/imports': {
    ...open,
    id: 'testImport',
    body: ImportOptions,
    files: { csv: {} },
    responses: { 200: Type.Object({ count: Type.Integer(), ...InvalidFields.properties }) },
  },
  'GET /test/uploads': {
    ...open,
    id: 'testUploads',
    responses: { 200: Type.Object({ begun: Type.Integer(), broken: Type.Integer() }) },
  },
  'GET /test/files/:name': {
    ...open,
    id: 'testFile',
    params: Type.Object({ name: Type.String() }),
    responses: { 200: bytes('text/plain') },
  },
} as const satisfies Calls;
