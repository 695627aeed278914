import type { Screen } from '#platform/routing/screen.ts';

/**
 * All screens (specification, point 2), the home screen first. The first match wins. Write each `import()` inline, because the build reads the
 * module's name from it.
 */
export const screens: readonly Screen[] = [
  {
    path: '/',
    title: 'Specification',
    permission: 'status:read',
    prefetch: ['GET /status'],
    load: () => import('../features/specification/home-screen.tsx'),
  },
];
