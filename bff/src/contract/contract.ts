import type { calls } from './calls/all.ts';
import type { errors } from './errors.ts';

/** The application's calls and errors, which its handlers are typed by. An interface, so that the compiler's messages show its name. */
export interface Contract {
  readonly calls: typeof calls;
  readonly errors: typeof errors;
}
