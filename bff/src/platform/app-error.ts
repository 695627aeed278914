import { errors, type ErrorCode } from '#contract/errors.ts';

/** An error of the catalogue, on its way to the one handler that turns it into a problem. `cause` stays in the log. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly statusCode: number;
  readonly detail: string;

  constructor(code: ErrorCode, options: { detail?: string; cause?: unknown } = {}) {
    super(errors[code].title, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.statusCode = errors[code].status;
    this.detail = options.detail ?? errors[code].detail;
  }
}
