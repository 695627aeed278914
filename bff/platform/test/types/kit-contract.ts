import Type from 'typebox';
import { bytes, empty, events } from '#platform/contract/content.ts';
import { callsFor, withDefault } from '#platform/contract/call.ts';
import { defineErrors } from '#platform/contract/error-catalogue.ts';
import { platformErrors } from '#platform/contract/platform-errors.ts';

/** Contract for tests, with every kind of input, success and error. */
export const catalogue = defineErrors({
  ...platformErrors,
  'name-taken': {
    status: 409,
    title: 'Name taken',
    detail: 'There is one with this name already.',
    extensions: Type.Object({ takenBy: Type.String() }),
  },
  'part-missing': { status: 404, title: 'No such part', detail: 'There is no part with this number.' },
});

export const roles = {
  anonymous: ['part:read'],
  keeper: ['part:read', 'part:write'],
} as const;

export const Part = Type.Object({
  id: Type.String(),
  name: Type.String(),
  grade: Type.Union([Type.Integer(), Type.Null()]),
  made: Type.String({ format: 'date' }),
  tags: Type.Array(Type.Object({ key: Type.String(), value: Type.Optional(Type.String()) })),
});

export const NewPart = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 20 }),
  grade: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
  made: Type.String({ format: 'date' }),
  size: Type.Object({ height: Type.Number(), width: Type.Number() }),
});

const read = { permission: 'part:read', summary: 'A call of the test contract', errors: [] } as const;
const PartRef = Type.Object({ partId: Type.String({ minLength: 1 }) });

export const calls = callsFor<typeof catalogue, typeof roles>()({
  'GET /parts': {
    ...read,
    id: 'listParts',
    query: Type.Object({
      tag: Type.Optional(Type.Array(Type.String())),
      limit: withDefault(Type.Integer({ minimum: 1, maximum: 100 }), 20),
      withOld: Type.Optional(Type.Boolean()),
    }),
    responses: { 200: Type.Object({ items: Type.Array(Part), limit: Type.Integer() }) },
  },
  'GET /parts/:partId': {
    ...read,
    id: 'getPart',
    params: PartRef,
    responses: { 200: Part },
    errors: ['part-missing'],
  },
  'POST /parts': {
    ...read,
    id: 'createPart',
    permission: 'part:write',
    limit: { max: 10, perMs: 60_000 },
    body: NewPart,
    responses: { 201: Part },
    errors: ['name-taken'],
  },
  'PUT /parts/:partId': {
    ...read,
    id: 'putPart',
    params: PartRef,
    body: NewPart,
    responses: { 200: Part, 201: Part },
  },
  'DELETE /parts/:partId': {
    ...read,
    id: 'deletePart',
    params: PartRef,
    responses: { 204: empty },
    errors: ['part-missing'],
  },
  'GET /parts/:partId/drawing': {
    ...read,
    id: 'getDrawing',
    params: PartRef,
    responses: { 200: bytes('image/svg+xml') },
  },
  'PUT /parts/:partId/drawing': {
    ...read,
    id: 'putDrawing',
    params: PartRef,
    body: bytes('image/svg+xml'),
    responses: { 200: Type.Object({ bytes: Type.Integer() }) },
  },
  'POST /parts/:partId/scans': {
    ...read,
    id: 'sendScans',
    params: PartRef,
    body: Type.Object({
      title: Type.String({ minLength: 1 }),
      pages: withDefault(Type.Integer(), 1),
      tag: Type.Optional(Type.Array(Type.String())),
    }),
    files: {
      scan: { mediaTypes: ['image/png', 'application/pdf'], maxCount: 3 },
      cover: { optional: true },
    },
    bodyBytes: 2_000_000,
    deadlineMs: 120_000,
    responses: {
      200: Type.Object({ title: Type.String(), pages: Type.Integer(), files: Type.Array(Type.String()) }),
    },
  },
  'GET /parts/changes': {
    ...read,
    id: 'watchParts',
    responses: { 200: events(Type.Object({ id: Type.String() }), { id: 'id' }) },
  },
});

export interface KitContract {
  readonly calls: typeof calls;
  readonly errors: typeof catalogue;
  readonly permissionsOf: typeof roles;
}
