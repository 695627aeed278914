import { NoteQuery } from '@web/bff/contract/entities/note-query';
import { screenAt } from '#platform/screens/screen-at.ts';

export const notes = screenAt('/', NoteQuery);
export const newNote = screenAt('/notes/new');
export const note = screenAt('/notes/:noteId');
export const noteChange = screenAt('/notes/:noteId/change');
