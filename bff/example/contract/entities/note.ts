import * as Type from 'typebox';
import { withRules } from '#platform/contract/rules.ts';
import { noteState } from '../states/note-state.ts';

const day = Type.Optional(Type.String({ format: 'date' }));

/** Whom the note concerns. */
const Audience = Type.Union([
  Type.Object({ kind: Type.Literal('everybody') }),
  Type.Object({ kind: Type.Literal('team'), team: Type.Enum(['design', 'engineering', 'sales']) }),
  Type.Object({ kind: Type.Literal('person'), email: Type.String({ format: 'email' }) }),
]);

const fields = {
  title: Type.String({ minLength: 1, maxLength: 80, messages: { minLength: 'A note needs a title.' } }),
  text: Type.String({ maxLength: 2_000 }),
  shownFrom: day,
  shownUntil: day,
  audience: Audience,
  tasks: Type.Array(
    Type.Object({ text: Type.String({ minLength: 1, maxLength: 120 }), done: Type.Boolean() }),
    { maxItems: 20 },
  ),
};

export const NewNote = withRules(Type.Object(fields), [
  {
    field: '/shownUntil',
    rule: 'after-start',
    message: 'The last day must be after the first.',
    check: ({ shownFrom, shownUntil }) => !shownFrom || !shownUntil || shownFrom < shownUntil,
  },
]);
export type NewNote = Type.Static<typeof NewNote>;

const summary = {
  id: Type.String(),
  title: fields.title,
  state: Type.Enum(noteState.states),
  /** Subject of the user who has created the note. */
  author: Type.String(),
  authorName: Type.String(),
  changedAt: Type.String({ format: 'date-time' }),
  version: Type.Integer(),
  isStarred: Type.Boolean(),
};

/** A row of the list. */
export const NoteSummary = Type.Object(summary);
export type NoteSummary = Type.Static<typeof NoteSummary>;

export const Note = Type.Object({
  ...fields,
  ...summary,
  picture: Type.Union([Type.Object({ caption: Type.String(), version: Type.Integer() }), Type.Null()]),
});
export type Note = Type.Static<typeof Note>;
