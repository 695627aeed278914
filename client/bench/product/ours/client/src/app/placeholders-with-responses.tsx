import type { ReactNode } from 'react';
import { ArticleBody, ArticleList } from '../features/articles/parts.tsx';
import { responseMarks } from '#platform/screens/response-marks.tsx';

export const placeholders: Readonly<Record<string, ReactNode>> = {
  '/': (
    <div className="home">
      <div>
        <h1>Articles</h1>
        <ArticleList articles={responseMarks('GET /articles').items} />
      </div>
    </div>
  ),
  '/articles/:slug': <ArticleBody {...responseMarks('GET /articles/:slug')} />,
};
