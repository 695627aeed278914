import * as Type from 'typebox';
import { screenAt } from '#platform/screens/screen-at.ts';

const Query = Type.Object({
  page: Type.Integer({ default: 1, minimum: 1 }),
  tag: Type.Optional(Type.Array(Type.String())),
});

export const listing = screenAt('/test/listing/:name', Query);

export const echoing = screenAt('/test/echoing/:name');

export const searching = screenAt('/test/searching', Type.Object({ q: Type.Optional(Type.String()) }));
