import * as Type from 'typebox';
import { screenAt } from '#platform/screens/screen-at.ts';

const Query = Type.Object({
  page: Type.Integer({ default: 1, minimum: 1 }),
  tag: Type.Optional(Type.Array(Type.String({ maxLength: 10 }))),
});

export const listing = screenAt('/test/listing/:name', Query);

export const echoing = screenAt('/test/echoing/:name');

export const searching = screenAt(
  '/test/searching',
  Type.Object({
    q: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
    price: Type.Optional(Type.Number({ minimum: 1 })),
    state: Type.Optional(Type.Enum(['draft', 'published'])),
    from: Type.Optional(Type.String({ format: 'date' })),
    mail: Type.Optional(Type.String({ format: 'email' })),
    tag: Type.Optional(Type.Array(Type.String({ maxLength: 5 }))),
    size: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
    sort: Type.Enum(['title', '-title'], { default: 'title' }),
  }),
);

export const asking = screenAt(
  '/test/asking',
  Type.Object({
    edit: Type.Optional(Type.String()),
    more: Type.Optional(Type.String()),
    page: Type.Integer({ default: 1 }),
  }),
);

export const tabling = screenAt(
  '/test/tabling',
  Type.Object({
    q: Type.Optional(Type.String()),
    sort: Type.Enum(['name', '-name', 'size', '-size', 'newest'], { default: 'name' }),
    page: Type.Integer({ default: 1, minimum: 1 }),
    cursor: Type.Optional(Type.String()),
  }),
);
