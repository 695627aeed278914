import * as Type from 'typebox';
import { Note } from './entities/note.ts';
import { defineErrors, type ProblemOf } from '#platform/contract/error-catalogue.ts';
import { platformErrors } from '#platform/contract/platform-errors.ts';

export const errors = defineErrors({
  ...platformErrors,
  'note-changed': {
    status: 412,
    title: 'Note changed',
    detail: 'Somebody else has changed this note meanwhile.',
    extensions: Type.Object({ current: Note }),
  },
  'note-title-taken': {
    status: 409,
    title: 'Title taken',
    detail: 'There is a note with this title already.',
    extensions: Type.Object({ takenBy: Type.String() }),
  },
  'note-without-text': {
    status: 409,
    title: 'Note without a text',
    detail: 'Write a text before you publish the note.',
  },
});

export type ErrorCode = keyof typeof errors;

export type Problem<Code extends ErrorCode = ErrorCode> = ProblemOf<typeof errors, Code>;
