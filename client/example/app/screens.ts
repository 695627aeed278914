import type { Screen } from '#platform/routing/screen.ts';
import { titles } from '#messages/titles.ts';
import { exportAt } from '#features/exports/shared/address.ts';
import { handbookPage } from '#features/handbook/shared/address.ts';
import { imports } from '#features/imports/shared/address.ts';
import { newNote, note, noteChange, notes } from '#features/notes/shared/addresses.ts';
import { overview } from '#features/overview/shared/address.ts';

/** All screens (specification, point 2), the home screen first. The first match wins. */
export const screens: readonly Screen[] = [
  {
    ...notes,
    title: titles.notes,
    permission: 'note:read',
    prefetch: ['GET /notes'],
    load: () => import('../features/notes/notes-screen.tsx'),
  },
  {
    ...newNote,
    title: titles.newNote,
    permission: 'note:write',
    load: () => import('../features/notes/new-note-screen.tsx'),
  },
  {
    ...note,
    title: titles.note,
    permission: 'note:read',
    prefetch: ['GET /notes/:noteId'],
    load: () => import('../features/notes/note-screen.tsx'),
  },
  {
    ...noteChange,
    title: titles.noteChange,
    permission: 'note:write',
    prefetch: ['GET /notes/:noteId'],
    load: () => import('../features/notes/note-change-screen.tsx'),
  },
  {
    ...imports,
    title: titles.imports,
    permission: 'note:write',
    load: () => import('../features/imports/imports-screen.tsx'),
  },
  {
    ...exportAt,
    title: titles.export,
    permission: 'note:read',
    load: () => import('../features/exports/export-screen.tsx'),
  },
  {
    ...overview,
    title: titles.overview,
    permission: 'note:read',
    prefetch: [
      'GET /overview/counts',
      'GET /overview/activity',
      'GET /overview/tip',
      'GET /notes?sort=-changedAt&page=1',
    ],
    load: () => import('../features/overview/overview-screen.tsx'),
  },
  {
    ...handbookPage,
    title: titles.handbook,
    permission: 'status:read',
    prefetch: ['GET /handbook/:page'],
    load: () => import('../features/handbook/handbook-screen.tsx'),
  },
];
