import * as Type from 'typebox';
import { API_PATH } from './api-path.ts';

/** Where browsers report errors: those of the client, and violations of the CSP. */
export const CLIENT_REPORTS_PATH = `${API_PATH}/client-reports`;

/** A report of the client. It contains no URL and no personal data: the screen is named by the pattern of its path. */
export const ClientReport = Type.Object({
  kind: Type.Union([
    Type.Literal('error'),
    Type.Literal('unhandled-rejection'),
    /** A chunk of the application could not be loaded. */
    Type.Literal('chunk'),
  ]),
  message: Type.String({ maxLength: 300 }),
  /** The pattern of the screen's path, such as `/things/:thingId`. */
  screen: Type.String({ maxLength: 200 }),
  /** The build of the page; absent in development. */
  build: Type.Optional(Type.String({ maxLength: 40 })),
  stack: Type.Optional(Type.String({ maxLength: 1_500 })),
});
export type ClientReport = Type.Static<typeof ClientReport>;
