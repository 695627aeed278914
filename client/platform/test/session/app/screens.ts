import type { AnyScreen } from '#platform/routing/screen.ts';

const home = () => import('#platform/test/session/features/home-screen.tsx');
const signIn = () => import('#platform/test/session/features/sign-in-screen.tsx');
const members = () => import('#platform/test/session/features/members-screen.tsx');
const board = () => import('#platform/test/session/features/board-screen.tsx');
const writing = () => import('#platform/test/screens/features/writing-screen.tsx');
const booking = () => import('#platform/test/screens/features/booking-screen.tsx');

const watching = () => import('#platform/test/screens/features/watching-screen.tsx');

const [everyone, permission] = ['status:read', 'member:read'];
const halves = ['GET /members?page=1', 'GET /members?page=2'];

export const screens: readonly AnyScreen[] = [
  { path: '/', title: 'Home', permission: everyone, load: home },
  { path: '/sign-in', title: 'Sign in', permission: everyone, load: signIn },
  { path: '/members', title: 'Members', permission, prefetch: ['GET /members'], load: members },
  { path: '/board', title: 'Board', permission, prefetch: halves, load: board },
  { path: '/writing', title: 'Writing', permission, load: writing },
  { path: '/booking', title: 'Booking', permission, load: booking },
  { path: '/watching', title: 'Watching', permission, load: watching },
  { path: '/admin', title: 'Administration', permission: 'admin:read', load: home },
];
