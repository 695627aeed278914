import * as Type from 'typebox';
import type { AnyScreen } from '#platform/routing/screen.ts';

const permission = 'member:read';
const search = Type.Object({ q: Type.Optional(Type.String()) });
const services = { permission, search, prefetch: ['GET /services'] };
const service = { permission, prefetch: ['GET /services/:id'] };

/* `buildConsole` copies this folder and `../features` into `client/src`. */
export const screens: readonly AnyScreen[] = [
  { ...services, path: '/', title: 'Services', load: () => import('../features/services-screen.tsx') },
  { ...services, path: '/owners', title: 'Owners', load: () => import('../features/owners-screen.tsx') },
  {
    ...services,
    path: '/map',
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
