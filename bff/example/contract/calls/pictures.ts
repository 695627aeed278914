import * as Type from 'typebox';
import { Picture } from '../entities/picture.ts';
import { withDefault } from '#platform/contract/call.ts';
import { bytes, empty } from '#platform/contract/content.ts';
import { defineCalls } from '#platform/contract/define-calls.ts';

const params = Type.Object({ noteId: Type.String() });

export const pictures = defineCalls({
  'PUT /notes/:noteId/picture': {
    id: 'setPicture',
    summary: 'Stores the picture of a note',
    permission: 'note:write',
    params,
    body: Picture,
    files: { picture: { mediaTypes: ['image/png'] } },
    bodyBytes: 6_000_000,
    responses: { 204: empty },
    errors: ['not-found'],
  },
  'GET /notes/:noteId/picture': {
    id: 'getPicture',
    summary: 'The picture of a note, to show or to save',
    permission: 'note:read',
    params,
    query: Type.Object({
      /** Makes the address of each picture another one. */
      version: Type.Optional(Type.Integer()),
      save: withDefault(Type.Boolean(), false),
    }),
    responses: { 200: bytes('image/png') },
    errors: ['not-found'],
  },
});
