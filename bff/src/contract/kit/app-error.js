import { platformErrors } from './platform-errors.ts';
/** An error of the catalogue, on its way to the one handler that turns it into a problem. */
export class AppError extends Error {
  code;
  entry;
  statusCode;
  title;
  detail;
  extra;
  constructor(code, entry, { detail = entry.detail, extra = {}, cause } = {}) {
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
export const platformError = (code, options) => new AppError(code, platformErrors[code], options);
