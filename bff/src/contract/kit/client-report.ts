import Type from 'typebox';
import { API_PATH } from '../constants.ts';

/** Where browsers say what went wrong in them: the client itself, and the browser where a policy was broken. */
export const CLIENT_REPORTS_PATH = `${API_PATH}/client-reports`;

/** What the client says. No address and no data of a person: the pattern of the screen's path stands for where it was. */
export const ClientReport = Type.Object({
  kind: Type.Union([
    Type.Literal('error'),
    Type.Literal('unhandled-rejection'),
    /** A part of the application that could not be loaded. */
    Type.Literal('chunk'),
  ]),
  message: Type.String({ maxLength: 300 }),
  /** The pattern of the screen's path, such as `/things/:thingId`. */
  screen: Type.String({ maxLength: 200 }),
  /** The page's own build; missing in development. */
  build: Type.Optional(Type.String({ maxLength: 40 })),
  stack: Type.Optional(Type.String({ maxLength: 1_500 })),
});
export type ClientReport = Type.Static<typeof ClientReport>;
