/**
 * A row of the table of screens as it travels in the document: path, title, permission, its first call, then the chunk that holds it
 * and what that leads to, as named beneath assets/ (scripts without their extension).
 */
export type ShippedScreen = readonly [
  path: string,
  title: string,
  permission: string,
  first: string | 0,
  ...files: readonly string[],
];

/** The call that the document has made for the screen before any script arrived. */
export interface PrefetchedCall {
  readonly address: string;
  /** Nothing once it was taken. */
  answer?: Promise<Response> | undefined;
  readonly cancel: () => void;
  /** The JSON of a success, as soon as it is there. */
  body?: unknown;
}

/** What the document's own script, `start.ts`, leaves to the application's. */
export interface Shell {
  readonly screens: readonly ShippedScreen[];
  first?: PrefetchedCall;
}

declare global {
  /** None in development. */
  // oxlint-disable-next-line no-var -- only `var` declares a property of the global object
  var shell: Shell | undefined;
}
