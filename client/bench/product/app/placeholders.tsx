import type { ReactNode } from 'react';
import { responseMarks } from '#platform/screens/response-marks.tsx';
import { ArticleBody, List } from '../parts.tsx';
import type { Article, Teaser } from './contract-calls.ts';

// The product's contract does not have these calls.
const marksOf = responseMarks as (key: string) => unknown;

export const placeholders: Readonly<Record<string, ReactNode>> = {
  '/': <List {...(marksOf('GET /articles') as { readonly items: readonly Teaser[] })} />,
  '/articles/:slug': <ArticleBody {...(marksOf('GET /articles/:slug') as Article)} />,
};
