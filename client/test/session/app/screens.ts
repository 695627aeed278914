import type { Screen } from '../../../src/app/routing/screen.ts';

const member = 'member:read' as 'status:read';

export const screens: readonly Screen[] = [
  { path: '/', title: 'Home', permission: 'status:read', load: () => import('../features/home-screen.tsx') },
  {
    path: '/members',
    title: 'Members',
    permission: member,
    prefetch: ['GET /members' as 'GET /status'],
    load: () => import('../features/members-screen.tsx'),
  },
  {
    path: '/writing',
    title: 'Writing',
    permission: member,
    load: () => import('../../screens/features/writing-screen.tsx'),
  },
  {
    path: '/booking',
    title: 'Booking',
    permission: member,
    load: () => import('../../screens/features/booking-screen.tsx'),
  },
  {
    path: '/board',
    title: 'Board',
    permission: member,
    prefetch: ['GET /members?page=1' as 'GET /status', 'GET /members?page=2' as 'GET /status'],
    load: () => import('../features/board-screen.tsx'),
  },
  {
    path: '/admin',
    title: 'Administration',
    permission: 'admin:read' as 'status:read',
    load: () => import('../features/home-screen.tsx'),
  },
];
