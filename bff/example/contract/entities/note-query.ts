import * as Type from 'typebox';
import { noteState } from '../states/note-state.ts';

/** The search parameters of the list: in the call's query and in the screen's address, which every page loads. */
export const NoteQuery = Type.Object({
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  state: Type.Optional(Type.Enum(noteState.states)),
  mine: Type.Optional(Type.Boolean()),
  sort: Type.Enum(['title', '-title', 'changedAt', '-changedAt'], { default: '-changedAt' }),
  page: Type.Integer({ minimum: 1, default: 1 }),
});
export type NoteQuery = Type.Static<typeof NoteQuery>;
