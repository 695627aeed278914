import * as Type from 'typebox';
import { status } from '@web/bff/contract/calls/status';

const text = Type.String();
const shared = { summary: '', permission: 'status:read', errors: [] } as const;

const Teaser = Type.Object({ slug: text, title: text, byline: text, description: text });
const List = Type.Object({ items: Type.Array(Teaser) });
const Article = Type.Object({ title: text, byline: text, paragraphs: Type.Array(text) });
const query = Type.Object({ limit: Type.Integer() });
const params = Type.Object({ slug: text });

/** The calls of both screens. `in-front.ts` answers them. */
export const calls = {
  ...status,
  'GET /articles': { ...shared, id: 'listArticles', query, ok: { 200: List } },
  'GET /articles/:slug': { ...shared, id: 'getArticle', params, ok: { 200: Article } },
} as const;

export type List = Type.Static<typeof List>;
export type Article = Type.Static<typeof Article>;
/** A screen's `read` for these calls, which the product's contract does not have. */
export type Read = (key: keyof typeof calls, request: object) => Promise<unknown>;
