import { Readable } from 'node:stream';
import { calls, catalogue, roles, type KitContract } from './kit-contract.ts';
import type { HandlersOf } from '#platform/calls/handler.ts';

const part = { id: '1', name: 'bolt', grade: null, made: '2026-11-21', tags: [{ key: 'k' }] };

export type KitHandlers = HandlersOf<typeof calls, KitContract>;

export const handlers: KitHandlers = {
  'GET /parts': ({ query }) => ({ items: [part], limit: query.limit }),
  'GET /parts/:partId': ({ params, fail }) =>
    params.partId === '1' ? { ...part, secret: 'never leaves' } : fail('part-missing'),
  'POST /parts': async ({ body, fail, session }) =>
    body.name === 'bolt'
      ? fail('name-taken', { takenBy: '1' })
      : { ...part, name: `${body.name} of ${session.subject}` },
  'PUT /parts/:partId': ({ params }) =>
    params.partId === '1'
      ? { status: 200, body: part }
      : { status: 201, body: { ...part, id: params.partId } },
  'DELETE /parts/:partId': 'not-implemented',
  'GET /parts/:partId/drawing': () => Readable.from([Buffer.from('<svg'), Buffer.from('/>')]),
  'PUT /parts/:partId/drawing': async ({ body }) => {
    let bytes = 0;
    for await (const chunk of body) bytes += (chunk as Buffer).length;
    return { bytes };
  },
  'POST /parts/:partId/scans': async ({ body, files }) => {
    const received: string[] = [];
    for await (const { field, name, mediaType, stream } of files) {
      let bytes = 0;
      for await (const chunk of stream) bytes += (chunk as Buffer).length;
      received.push(`${field} ${name} ${mediaType} ${bytes}`);
    }
    return { ...body, files: received };
  },
  'GET /parts/changes': async function* () {
    yield { id: '1', secret: 'never leaves' };
    yield { id: '2' };
  },
};

/** Test contract with handlers, for `testApp`. */
export const kitParts = { calls, errors: catalogue, handlers, permissionsOf: roles };
