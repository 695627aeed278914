import type { ErrorEntry } from './error-catalogue.ts';
import { platformErrors, type PlatformCode } from './platform-errors.ts';

interface Options {
  /** For people, in place of the catalogue's detail. */
  readonly detail?: string;
  /** The extension members that the entry declares. */
  readonly extensions?: object;
  /** For the log only. */
  readonly cause?: unknown;
}

/** An error of the catalogue. The error handler sends it as a problem. */
export class AppError extends Error {
  readonly code: string;
  readonly entry: ErrorEntry;
  readonly statusCode: number;
  readonly title: string;
  readonly detail: string;
  readonly extensions: object;

  constructor(code: string, entry: ErrorEntry, options: Options = {}) {
    super(entry.title, options);
    this.name = 'AppError';
    this.code = code;
    this.entry = entry;
    this.statusCode = entry.status;
    this.title = entry.title;
    this.detail = options.detail ?? entry.detail;
    this.extensions = options.extensions ?? {};
  }
}

/** One of the platform's own errors. */
export const platformError = (code: PlatformCode, options?: Options): AppError =>
  new AppError(code, platformErrors[code], options);
