import type { Catalogue, ErrorEntry, Extensions, EmptyObject, RequiredKeys } from './error-catalogue.ts';
import { platformErrors, type PlatformCode } from './platform-errors.ts';

interface Options {
  readonly detail?: string;
  readonly extensions?: object;
  /** Whole seconds for Retry-After (RFC 9110, section 10.2.3). */
  readonly retryAfterSeconds?: number;
  /** For the log only. */
  readonly cause?: unknown;
}

/** Error from the catalogue. The error handler sends it as a problem (RFC 9457). */
export class AppError extends Error {
  readonly code: string;
  readonly entry: ErrorEntry;
  readonly statusCode: number;
  readonly title: string;
  readonly detail: string;
  readonly extensions: object;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: string, entry: ErrorEntry, options: Options = {}) {
    super(entry.title, options);
    this.name = 'AppError';
    this.code = code;
    this.entry = entry;
    this.statusCode = entry.status;
    this.title = entry.title;
    this.detail = options.detail ?? entry.detail;
    this.extensions = options.extensions ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

export const platformError = (code: PlatformCode, options?: Options): AppError =>
  new AppError(code, platformErrors[code], options);

/** Resolves to `Code` if `Place` declares it, otherwise to a compile error such as `GET /notes does not declare the error note-missing`. */
type Declared<Place extends string, Allowed, Code extends string> = Code extends Allowed
  ? Code
  : `${Place} does not declare the error ${Code}`;

/** Resolves to `Code` if its error has no required field, otherwise to a compile error such as `GET /notes: conflict needs the field version`. */
type WithoutFields<E extends Catalogue, Place extends string, Code extends keyof E & string> =
  EmptyObject extends Extensions<E, Code>
    ? Code
    : `${Place}: ${Code} needs the field ${RequiredKeys<Extensions<E, Code>>}`;

type Checked<E extends Catalogue, Place extends string, Allowed, Code extends string> = Code extends Allowed &
  keyof E
  ? WithoutFields<E, Place, Code>
  : Declared<Place, Allowed, Code>;

/** Throws an error of the catalogue, with its extension members. Compile errors contain `Place`, such as `GET /notes`. */
export interface Fail<E extends Catalogue, Place extends string, Allowed extends string> {
  <Code extends Allowed | (string & {})>(code: Checked<E, Place, Allowed, Code>): never;
  <Code extends Allowed | (string & {})>(
    code: Declared<Place, Allowed, Code>,
    extensions: Code extends keyof E ? Extensions<E, Code> : object,
  ): never;
}

/** Creates `fail` for a catalogue. `fail` throws an `AppError`, or a `TypeError` for an unknown code. */
export const failWith =
  (errors: Catalogue) =>
  (code: string, extensions?: unknown): never => {
    const entry = errors[code];
    if (!entry) throw new TypeError(`${code} is not in the catalogue`);
    throw new AppError(code, entry, typeof extensions === 'object' && extensions ? { extensions } : {});
  };
