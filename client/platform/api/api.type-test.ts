import { bytes, empty } from '@web/bff/platform/contract/content';
import { callsFor } from '@web/bff/platform/contract/call';
import { defineErrors } from '@web/bff/platform/contract/error-catalogue';
import { platformErrors } from '@web/bff/platform/contract/platform-errors';
import * as Type from 'typebox';
import type { Api } from './api.ts';

const errors = defineErrors({
  ...platformErrors,
  taken: { status: 409, title: 't', detail: 'd', extensions: Type.Object({ by: Type.String() }) },
  full: { status: 409, title: 't', detail: 'd' },
});
const Title = Type.Object({ title: Type.String() });
const shared = { summary: '', permission: 'x', errors: [] } as const;
const calls = callsFor<typeof errors, { anyone: ['x'] }>()({
  'GET /file': { ...shared, id: 'a', query: Title, responses: { 200: bytes('text/csv') } },
  'POST /things/:id': {
    ...shared,
    id: 'b',
    params: Type.Object({ id: Type.String() }),
    body: Title,
    responses: { 201: Title, 204: empty },
    errors: ['taken'],
  },
  'POST /scans': {
    ...shared,
    id: 'c',
    files: { scan: { maxCount: 3 }, cover: { optional: true } },
    responses: { 204: empty },
  },
});

export async function typesOfApi(api: Api<typeof calls, typeof errors>, scan: File): Promise<void> {
  const file = await api('GET /file', { query: { title: '' } });
  if (file.ok) await file.body.text();
  const made = await api('POST /things/:id', { params: { id: '1' }, body: { title: '' } });
  if (made.ok && made.status === 201) made.body.title.trim();
  if (!made.ok && made.problem.code === 'taken') made.problem.by.trim();
  await api('POST /scans', { files: { scan: [scan, scan], cover: scan }, onProgress: (sent) => sent });
  // @ts-expect-error a missing file
  await api('POST /scans', { files: { cover: scan } });
  // @ts-expect-error several files where the call takes one
  await api('POST /scans', { files: { scan, cover: [scan] } });
  // @ts-expect-error an unknown file
  await api('POST /scans', { files: { scan, photo: scan } });
  // @ts-expect-error progress of a call without files
  await api('GET /file', { query: { title: '' }, onProgress: () => {} });
  // @ts-expect-error unknown call
  await api('GET /nothing');
  // @ts-expect-error missing params
  await api('POST /things/:id', { body: { title: '' } });
  // @ts-expect-error misspelt query field
  await api('GET /file', { query: { titel: '' } });
  // @ts-expect-error wrong body type
  await api('POST /things/:id', { params: { id: '1' }, body: { title: 1 } });
  // @ts-expect-error a field that the success response lacks
  if (made.ok && made.status === 201) String(made.body.count);
  // @ts-expect-error a code that the call does not declare
  if (!made.ok && made.problem.code === 'full') throw new Error();
}
