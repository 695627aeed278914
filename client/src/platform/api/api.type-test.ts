import { bytes, empty } from '@web/bff/contract/kit/content';
import { callsFor } from '@web/bff/contract/kit/call';
import { defineErrors } from '@web/bff/contract/kit/error-catalogue';
import { platformErrors } from '@web/bff/contract/kit/platform-errors';
import * as Type from 'typebox';
import { createApi } from './create-api.ts';

const errors = defineErrors({
  ...platformErrors,
  taken: { status: 409, title: 't', detail: 'd', extensions: Type.Object({ by: Type.String() }) },
  full: { status: 409, title: 't', detail: 'd' },
});
const calls = callsFor<typeof errors, { anyone: ['x'] }>()({
  'GET /things': {
    id: 'a',
    summary: '',
    permission: 'x',
    query: Type.Object({ page: Type.Optional(Type.Number()) }),
    ok: { 200: Type.Object({ total: Type.Number() }) },
    errors: [],
  },
  'POST /things/:id': {
    id: 'b',
    summary: '',
    permission: 'x',
    params: Type.Object({ id: Type.String() }),
    body: Type.Object({ title: Type.String() }),
    ok: { 201: Type.Object({ at: Type.String() }), 204: empty },
    errors: ['taken'],
  },
  'POST /scans': {
    id: 'd',
    summary: '',
    permission: 'x',
    body: Type.Object({ title: Type.String() }),
    files: { scan: { maxCount: 3 }, cover: { optional: true } },
    ok: { 204: empty },
    errors: [],
  },
  'GET /file': { id: 'c', summary: '', permission: 'x', ok: { 200: bytes('text/csv') }, errors: [] },
});
const api = createApi<typeof calls, typeof errors>(
  '',
  () => false,
  () => undefined,
);

/** Never run: the compiler is the test. */
export async function typesOfApi(): Promise<void> {
  const things = await api('GET /things', { query: { page: 1 } });
  if (things.ok) things.body.total.toFixed();
  const made = await api('POST /things/:id', { params: { id: '1' }, body: { title: '' } });
  if (made.ok && made.status === 201) made.body.at.trim();
  if (!made.ok && made.problem.code === 'taken') made.problem.by.trim();
  const file = await api('GET /file');
  if (file.ok) await file.body.text();

  const [scan] = [new File([], 'a')];
  const body = { title: '' };
  await api('POST /scans', { body, files: { scan }, onProgress: (sent, total) => sent / total });
  await api('POST /scans', { body, files: { scan: [scan, scan], cover: scan } });
  // @ts-expect-error a missing file
  await api('POST /scans', { body, files: { cover: scan } });
  // @ts-expect-error several files where the call takes one
  await api('POST /scans', { body, files: { scan, cover: [scan] } });
  // @ts-expect-error an unknown file
  await api('POST /scans', { body, files: { scan, photo: scan } });
  // @ts-expect-error progress of a call without files
  await api('GET /things', { onProgress: () => {} });

  // @ts-expect-error unknown call
  await api('GET /nothing');
  // @ts-expect-error missing params
  await api('POST /things/:id', { body: { title: '' } });
  // @ts-expect-error misspelt query field
  await api('GET /things', { query: { pgae: 1 } });
  // @ts-expect-error wrong body type
  await api('POST /things/:id', { params: { id: '1' }, body: { title: 1 } });
  // @ts-expect-error a field that the success lacks
  if (things.ok) String(things.body.count);
  // @ts-expect-error a code that the call does not declare
  if (!made.ok && made.problem.code === 'full') throw new Error();
}
