import type { Screen } from './routing/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/',
    title: 'Articles',
    permission: 'article:read',
    prefetch: ['GET /articles?limit=20', 'GET /tags'],
    load: () => import('../features/articles/list-screen.tsx'),
  },
  {
    path: '/articles/:slug',
    title: 'Article',
    permission: 'article:read',
    prefetch: ['GET /articles/:slug'],
    load: () => import('../features/articles/detail-screen.tsx'),
  },
];
