import { Readable } from 'node:stream';
import { calls, catalogue, roles, type KitContract } from './kit-contract.ts';
import type { HandlerContext, HandlersOf } from '#platform/calls/handler.ts';

const part = { id: '1', name: 'bolt', grade: null, made: '2026-11-21', tags: [{ key: 'k' }] };

/** Function that the handlers of two calls share. Its `fail` takes only codes that both calls declare. */
function requireBolt({
  params,
  fail,
}: HandlerContext<'GET /parts/:partId' | 'DELETE /parts/:partId', KitContract>): void {
  if (params.partId !== '1') throw fail('part-missing');
}

/** Fails to compile if `fail` takes a code that only one of the calls declares. */
export const requireFreeName = ({
  fail,
}: HandlerContext<'POST /parts' | 'PUT /parts/:partId', KitContract>) =>
  // @ts-expect-error -- `PUT` does not declare this code
  fail('name-taken', { takenBy: '1' });

export type KitHandlers = HandlersOf<typeof calls, KitContract>;

export const handlers: KitHandlers = {
  'GET /parts': ({ query }) => ({ items: [part], limit: query.limit }),
  'GET /parts/:partId': (context) => {
    requireBolt(context);
    return { ...part, secret: 'never leaves' };
  },
  'POST /parts': async ({ body, fail, session, can }) =>
    body.name === 'bolt' || (session.role === 'keeper' && !can('part:write'))
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

export const kitModules = { calls, errors: catalogue, handlers, permissionsOf: roles };
