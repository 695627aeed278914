import * as Type from 'typebox';
import { defineCalls } from '../kit/define-calls.ts';

const Teaser = Type.Object({
  slug: Type.String(),
  title: Type.String(),
  description: Type.String(),
  author: Type.String(),
  date: Type.String(),
  tags: Type.Array(Type.String()),
});

const Article = Type.Object({
  title: Type.String(),
  author: Type.String(),
  date: Type.String(),
  paragraphs: Type.Array(Type.String()),
});

export const articles = defineCalls({
  'GET /articles': {
    id: 'listArticles',
    summary: 'The newest articles',
    permission: 'article:read',
    query: Type.Object({ limit: Type.Integer() }),
    ok: { 200: Type.Object({ items: Type.Array(Teaser) }) },
    errors: [],
  },
  'GET /tags': {
    id: 'listTags',
    summary: 'The tags',
    permission: 'article:read',
    ok: { 200: Type.Object({ tags: Type.Array(Type.String()) }) },
    errors: [],
  },
  'GET /articles/:slug': {
    id: 'getArticle',
    summary: 'An article',
    permission: 'article:read',
    params: Type.Object({ slug: Type.String() }),
    ok: { 200: Article },
    errors: [],
  },
});
