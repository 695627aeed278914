import * as Type from 'typebox';
import { status } from '@web/bff/contract/calls/status';

const text = Type.String();
const shared = { summary: '', permission: 'status:read', errors: [] } as const;

const Teaser = Type.Object({ slug: text, title: text, byline: text, description: text });
const List = Type.Object({ items: Type.Array(Teaser) });
const Article = Type.Object({ title: text, byline: text, paragraphs: Type.Array(text) });
const query = Type.Object({ limit: Type.Integer() });
const params = Type.Object({ slug: text });

/** Calls of both screens, stubbed by `in-front.ts`. */
export const calls = {
  ...status,
  'GET /articles': { ...shared, id: 'listArticles', query, responses: { 200: List } },
  'GET /articles/:slug': { ...shared, id: 'getArticle', params, responses: { 200: Article } },
} as const;

export type List = Type.Static<typeof List>;
export type Article = Type.Static<typeof Article>;
/** Types `read` by hand, because the compiler uses the contract in `bff/src/`, which lacks these calls. */
export type Read = (key: keyof typeof calls, request: object) => Promise<unknown>;
