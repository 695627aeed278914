import * as Type from 'typebox';

/** A collection of all notes by their service, which takes a while. */
export const Export = Type.Object({
  id: Type.String(),
  state: Type.Enum(['running', 'finished']),
  done: Type.Integer(),
  total: Type.Integer(),
});
export type Export = Type.Static<typeof Export>;
