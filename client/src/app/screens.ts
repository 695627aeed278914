import type { Screen } from './routing/screen.ts';

/**
 * Point 2: every screen of the application; of two that fit an address, the first. The first row is the home screen. Every row loads one
 * module, named where it stands: the build puts the names of its files into the document.
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
