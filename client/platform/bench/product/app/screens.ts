import type { AnyScreen } from '#platform/routing/screen.ts';

export const screens: readonly AnyScreen[] = [
  {
    path: '/',
    title: 'Articles',
    permission: 'status:read',
    prefetch: ['GET /articles?limit=20'],
    load: () => import('./list-screen.tsx'),
  },
  {
    path: '/articles/:slug',
    title: 'Article',
    permission: 'status:read',
    prefetch: ['GET /articles/:slug'],
    load: () => import('./detail-screen.tsx'),
  },
];
