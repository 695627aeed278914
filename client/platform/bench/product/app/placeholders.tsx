import type { ReactNode } from 'react';
import { responseMarks } from '#platform/screens/response-marks.tsx';
import { ArticleBody, ArticleList } from '#platform/bench/product/parts.tsx';
import type { Article, List } from './contract-calls.ts';

// Untyped, because the types are those of the contract in `bff/src/`, which does not have these calls.
const marksOf = responseMarks as (key: string) => unknown;

export const placeholders: Readonly<Record<string, ReactNode>> = {
  '/': <ArticleList {...(marksOf('GET /articles') as List)} />,
  '/articles/:slug': <ArticleBody {...(marksOf('GET /articles/:slug') as Article)} />,
};
