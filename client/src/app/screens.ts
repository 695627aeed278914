import type { Screen } from './screen.ts';

/** Point 2: every screen of the application. The first row is the home screen; its chunk is preloaded by the shell. */
export const screens: readonly Screen[] = [
  {
    path: '/',
    title: 'Specification',
    load: () => import('../features/specification/home-screen.tsx'),
  },
];
