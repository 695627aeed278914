import type { Catalogue, ErrorEntry, Extra, Nothing, RequiredKeys } from './error-catalogue.ts';
import { platformErrors, type PlatformCode } from './platform-errors.ts';

interface Options {
  /** What a person is told, where the catalogue's own words say too little. */
  readonly detail?: string;
  /** The fields that the entry carries beyond what every problem has. */
  readonly extra?: object;
  /** Stays in the log. */
  readonly cause?: unknown;
}

/** An error of the catalogue, on its way to the one handler that turns it into a problem. */
export class AppError extends Error {
  readonly code: string;
  readonly entry: ErrorEntry;
  readonly statusCode: number;
  readonly title: string;
  readonly detail: string;
  readonly extra: object;

  constructor(code: string, entry: ErrorEntry, { detail = entry.detail, extra = {}, cause }: Options = {}) {
    super(entry.title, { cause });
    this.name = 'AppError';
    this.code = code;
    this.entry = entry;
    this.statusCode = entry.status;
    this.title = entry.title;
    this.detail = detail;
    this.extra = extra;
  }
}

/** One of the platform's own errors. */
export const platformError = (code: PlatformCode, options?: Options): AppError =>
  new AppError(code, platformErrors[code], options);

/** A code that needs no fields; of another, the compiler tells which are missing rather than how many arguments are expected. */
type Complete<E extends Catalogue, Code extends keyof E> = Code extends keyof E
  ? Nothing extends Extra<E, Code>
    ? Code
    : `Missing extra field ${RequiredKeys<Extra<E, Code>>}`
  : never;

/** Throws an error of the catalogue; where the entry has fields of its own, they are to be given. */
export interface Fail<E extends Catalogue, Codes extends keyof E> {
  <Code extends Codes & string>(code: Complete<E, Code>): never;
  <Code extends Codes & string>(code: Code, extra: Extra<E, Code>): never;
}
