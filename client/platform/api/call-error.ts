export interface AnyProblem {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  /** Undefined if the problem does not come from the BFF. */
  readonly requestId?: string;
}

/** Error with a problem. Thrown by failed reads to the nearest error boundary, and by event streams to the code that reads them. */
export class CallError<P extends AnyProblem = AnyProblem> extends Error {
  readonly problem: P;

  constructor(problem: P) {
    super(`${problem.code}: ${problem.title}`);
    this.name = 'CallError';
    this.problem = problem;
  }
}
