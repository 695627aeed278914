import type { Screen } from '../../../src/app/routing/screen.ts';
import { screens as others } from './screens.ts';

export const screens: readonly Screen[] = [
  ...others,
  {
    path: '/sign-in',
    title: 'Sign in',
    permission: 'status:read',
    load: () => import('../features/sign-in-screen.tsx'),
  },
];
