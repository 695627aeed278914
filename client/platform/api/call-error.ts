export interface AnyProblem {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  /** Undefined if the problem does not come from the BFF. */
  readonly requestId?: string;
}

/**
 * Error that carries the problem of a failed call. If a call fails, a screen's read rejects with this error, and iterating its event stream throws
 * it.
 */
export class CallError<P extends AnyProblem = AnyProblem> extends Error {
  readonly problem: P;

  constructor(problem: P) {
    super(`${problem.code}: ${problem.title}`);
    this.name = 'CallError';
    this.problem = problem;
  }
}
