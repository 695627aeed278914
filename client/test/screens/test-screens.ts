import type { Screen } from '../../src/app/routing/screen.ts';
import { listing } from './features/addresses.ts';

/** Screens that only the browser tests have; in a copy of the project they take the place of the product's. */
export const testScreens: readonly Screen[] = [
  {
    path: '/',
    title: 'Home',
    permission: 'status:read',
    prefetch: ['GET /status'],
    load: () => import('./features/home-screen.tsx'),
  },
  {
    path: '/test/reading',
    title: 'Reading',
    permission: 'status:read',
    load: () => import('./features/reading-screen.tsx'),
  },
  {
    path: '/test/echoing/:name',
    title: 'Echoing',
    permission: 'status:read',
    prefetch: ['GET /test/echo/:name' as 'GET /status'],
    load: () => import('./features/echoing-screen.tsx'),
  },
  {
    path: '/test/waiting',
    title: 'Waiting',
    permission: 'status:read',
    load: () => import('./features/waiting-screen.tsx'),
  },
  {
    path: '/test/writing',
    title: 'Writing',
    permission: 'status:read',
    load: () => import('./features/writing-screen.tsx'),
  },
  {
    path: '/test/booking',
    title: 'Booking',
    permission: 'status:read',
    load: () => import('./features/booking-screen.tsx'),
  },
  {
    path: '/test/editing',
    title: 'Editing',
    permission: 'status:read',
    load: () => import('./features/editing-screen.tsx'),
  },
  {
    path: '/test/stepping',
    title: 'Stepping',
    permission: 'status:read',
    load: () => import('./features/stepping-screen.tsx'),
  },
  {
    ...listing,
    title: 'Listing',
    permission: 'status:read',
    prefetch: ['GET /test/echo/:name?tag=:tag&page=:page', 'GET /test/cancelled'] as never,
    load: () => import('./features/listing-screen.tsx'),
  },
  {
    path: '/test/uploading',
    title: 'Uploading',
    permission: 'status:read',
    load: () => import('./features/uploading-screen.tsx'),
  },
  {
    path: '/test/scanning',
    title: 'Scanning',
    permission: 'status:read',
    load: () => import('./features/scanning-screen.tsx'),
  },
  {
    path: '/test/going',
    title: 'Going',
    permission: 'status:read',
    load: () => import('./features/going-screen.tsx'),
  },
];
