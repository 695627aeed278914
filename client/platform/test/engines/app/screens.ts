import type { AnyScreen } from '#platform/routing/screen.ts';
import { testScreens } from '#platform/test/screens/test-screens.ts';

export const screens: readonly AnyScreen[] = [
  ...testScreens,
  {
    path: '/things',
    title: 'Things',
    permission: 'thing:read',
    load: () => import('#platform/test/engines/features/things-screen.tsx'),
  },
];
