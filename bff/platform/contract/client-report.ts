import * as Type from 'typebox';
import { API_PATH } from './api-path.ts';

/** Path to which browsers report errors of the client and CSP violations. */
export const CLIENT_REPORTS_PATH = `${API_PATH}/client-reports`;

/** Error report from a browser, without URLs and personal data. */
export const ClientReport = Type.Object({
  kind: Type.Union([
    Type.Literal('error'),
    Type.Literal('unhandled-rejection'),
    /** A chunk of the application failed to load. */
    Type.Literal('chunk'),
  ]),
  message: Type.String({ maxLength: 300 }),
  /** Pattern of the screen's path, such as `/things/:thingId`. */
  screen: Type.String({ maxLength: 200 }),
  /** Build ID of the page; missing in development. */
  build: Type.Optional(Type.String({ maxLength: 40 })),
  stack: Type.Optional(Type.String({ maxLength: 1_500 })),
});
export type ClientReport = Type.Static<typeof ClientReport>;
