import * as Type from 'typebox';
import { status } from '@web/bff/contract/calls/status';

const text = Type.String();
const shared = { summary: '', permission: 'status:read', errors: [] } as const;
const byline = { title: text, author: text, date: text };

const Teaser = Type.Object({ ...byline, slug: text, description: text, tags: Type.Array(text) });
const List = Type.Object({ items: Type.Array(Teaser) });
const Article = Type.Object({ ...byline, paragraphs: Type.Array(text) });

/** The calls of both screens. `answers.ts` answers them. */
export const calls = {
  ...status,
  'GET /articles': {
    ...shared,
    id: 'listArticles',
    query: Type.Object({ limit: Type.Integer() }),
    ok: { 200: List },
  },
  'GET /articles/:slug': {
    ...shared,
    id: 'getArticle',
    params: Type.Object({ slug: text }),
    ok: { 200: Article },
  },
} as const;

export type Teaser = Type.Static<typeof Teaser>;
export type List = Type.Static<typeof List>;
export type Article = Type.Static<typeof Article>;
/** A screen's `read` for these calls, which the product's contract does not have. */
export type Read = (key: keyof typeof calls, request: object) => Promise<unknown>;
