import type { AnyScreen } from '#platform/routing/screen.ts';

const notes = () => import('#platform/test/session/features/notes-screen.tsx');
const home = () => import('#platform/test/session/features/home-screen.tsx');
const remarks = () => import('#platform/test/session/features/remarks-screen.tsx');

export const screens: readonly AnyScreen[] = [
  { path: '/', title: 'Home', permission: 'status:read', load: home },
  { path: '/notes', title: 'Notes', permission: 'member:read', prefetch: ['GET /notes'], load: notes },
  { path: '/remarks', title: 'Remarks', permission: 'status:read', load: remarks },
];
