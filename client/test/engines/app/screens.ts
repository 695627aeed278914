import type { AnyScreen } from '../../../src/app/routing/screen.ts';
import { testScreens } from '../../screens/test-screens.ts';

export const screens: readonly AnyScreen[] = [
  ...testScreens,
  {
    path: '/things',
    title: 'Things',
    permission: 'thing:read',
    load: () => import('../features/things-screen.tsx'),
  },
];
