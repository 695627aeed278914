interface AnyProblem {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  /** None where the BFF had no part in it. */
  readonly requestId?: string;
}

/** A problem on its way to the nearest error boundary, or out of a stream of events that broke off. */
export class CallError<P extends AnyProblem = AnyProblem> extends Error {
  readonly problem: P;

  constructor(problem: P) {
    super(`${problem.code}: ${problem.title}`);
    this.name = 'CallError';
    this.problem = problem;
  }
}
