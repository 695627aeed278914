import type { AnyScreen } from '#platform/routing/screen.ts';
import { map, owners, services } from '../features/addresses.ts';

const permission = 'member:read';
const all = { permission, prefetch: ['GET /services'] };
const service = { permission, prefetch: ['GET /services/:id'] };

/* `buildConsole` copies this folder and `../features` into `client/src`. */
export const screens: readonly AnyScreen[] = [
  {
    ...all,
    ...services,
    title: 'Services',
    load: () => import('../features/services-screen.tsx'),
  },
  {
    ...all,
    ...owners,
    title: 'Owners',
    load: () => import('../features/owners-screen.tsx'),
  },
  {
    ...all,
    ...map,
    title: 'Map',
    load: () => import('../features/map-screen.tsx'),
  },
  {
    ...service,
    path: '/services/:id',
    title: 'Service',
    load: () => import('../features/service-screen.tsx'),
  },
  {
    ...service,
    path: '/services/:id/log',
    title: 'Log',
    load: () => import('../features/log-screen.tsx'),
  },
  { permission, path: '/new', title: 'New service', load: () => import('../features/new-screen.tsx') },
  { permission, path: '/settings', title: 'Settings', load: () => import('../features/settings-screen.tsx') },
  { permission, path: '/help', title: 'Help', load: () => import('../features/help-screen.tsx') },
];
