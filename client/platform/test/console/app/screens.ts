import * as Type from 'typebox';
import type { AnyScreen } from '#platform/routing/screen.ts';
import { screenAt } from '#platform/screens/screen-at.ts';

const permission = 'member:read';
const query = Type.Object({ q: Type.Optional(Type.String()) });
const services = { permission, prefetch: ['GET /services'] };
const service = { permission, prefetch: ['GET /services/:id'] };

/* `buildConsole` copies this folder and `../features` into `client/src`. */
export const screens: readonly AnyScreen[] = [
  {
    ...services,
    ...screenAt('/', query),
    title: 'Services',
    load: () => import('../features/services-screen.tsx'),
  },
  {
    ...services,
    ...screenAt('/owners', query),
    title: 'Owners',
    load: () => import('../features/owners-screen.tsx'),
  },
  {
    ...services,
    ...screenAt('/map', query),
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
