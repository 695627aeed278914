import { exportsHandlers } from './exports/exports.ts';
import { handbookHandlers } from './handbook/handbook.ts';
import { importsHandlers } from './imports/imports.ts';
import { notesHandlers } from './notes/notes.ts';
import { overviewHandlers } from './overview/overview.ts';
import { picturesHandlers } from './pictures/pictures.ts';
import { statusHandlers } from './status/status.ts';
import type { calls } from '#contract/calls/all.ts';
import type { HandlersOf } from '#platform/calls/handler.ts';

export const handlers: HandlersOf<typeof calls> = {
  ...statusHandlers,
  ...notesHandlers,
  ...picturesHandlers,
  ...importsHandlers,
  ...exportsHandlers,
  ...overviewHandlers,
  ...handbookHandlers,
};
