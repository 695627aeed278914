import type { AnyScreen } from '#platform/routing/screen.ts';
import { asking, echoing, listing, searching, tabling } from './features/addresses.ts';

type Row = Pick<AnyScreen, 'path' | 'title' | 'load'> & Partial<AnyScreen>;

const ofPageThree = { call: 'GET /test/bookings', where: { page: 3 } };

const rows: readonly Row[] = [
  {
    path: '/',
    title: 'Home',
    prefetch: ['GET /status'],
    load: () => import('./features/home-screen.tsx'),
  },
  {
    ...echoing,
    title: 'Echoing',
    prefetch: ['GET /test/echo/:name'],
    load: () => import('./features/echoing-screen.tsx'),
  },
  {
    ...listing,
    title: 'Listing',
    prefetch: ['GET /test/echo/:name', ofPageThree],
    load: () => import('./features/listing-screen.tsx'),
  },
  { path: '/test/reading', title: 'Reading', load: () => import('./features/reading-screen.tsx') },
  { path: '/test/waiting', title: 'Waiting', load: () => import('./features/waiting-screen.tsx') },
  { path: '/test/writing', title: 'Writing', load: () => import('./features/writing-screen.tsx') },
  { path: '/test/booking', title: 'Booking', load: () => import('./features/booking-screen.tsx') },
  { path: '/test/editing', title: 'Editing', load: () => import('./features/editing-screen.tsx') },
  { path: '/test/keeping/:id', title: 'Keeping', load: () => import('./features/keeping-screen.tsx') },
  { path: '/test/choosing', title: 'Choosing', load: () => import('./features/choosing-screen.tsx') },
  { ...asking, title: 'Asking', load: () => import('./features/asking-screen.tsx') },
  { path: '/test/stepping', title: 'Stepping', load: () => import('./features/stepping-screen.tsx') },
  { path: '/test/uploading', title: 'Uploading', load: () => import('./features/uploading-screen.tsx') },
  { path: '/test/scanning', title: 'Scanning', load: () => import('./features/scanning-screen.tsx') },
  { path: '/test/importing', title: 'Importing', load: () => import('./features/importing-screen.tsx') },
  { path: '/test/watching', title: 'Watching', load: () => import('./features/watching-screen.tsx') },
  { ...searching, title: 'Searching', load: () => import('./features/searching-screen.tsx') },
  { path: '/test/counting', title: 'Counting', load: () => import('./features/counting-screen.tsx') },
  { path: '/test/polling', title: 'Polling', load: () => import('./features/polling-screen.tsx') },
  { path: '/test/finding', title: 'Finding', load: () => import('./features/finding-screen.tsx') },
  { path: '/test/finishing', title: 'Finishing', load: () => import('./features/finishing-screen.tsx') },
  { path: '/test/deciding', title: 'Deciding', load: () => import('./features/deciding-screen.tsx') },
  { ...tabling, title: 'Tabling', load: () => import('./features/tabling-screen.tsx') },
  { path: '/test/removing', title: 'Removing', load: () => import('./features/removing-screen.tsx') },
  { path: '/test/going', title: 'Going', load: () => import('./features/going-screen.tsx') },
];

export const testScreens = rows.map((row): AnyScreen => ({ permission: 'status:read', ...row }));
