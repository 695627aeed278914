import type { Screen } from './screen.ts';

/** Screens that no build contains. */
export const developmentScreens: readonly Screen[] = [
  {
    path: '/gallery',
    title: 'Gallery',
    permission: 'status:read',
    load: () => import('../../../gallery/gallery-screen.tsx'),
  },
];
