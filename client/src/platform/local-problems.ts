/** What can go wrong without the BFF's saying so; `status` is 0 where there was no answer at all. */
const texts = {
  /** The connection failed, before the answer or within it. */
  network: ['No connection', 'The connection failed. Please try again.'],
  /** Nothing, or not everything, arrived in time. A write may have happened all the same. */
  timeout: ['No answer in time', 'This took too long. Please try again.'],
  /** The caller's own signal. */
  cancelled: ['Cancelled', 'This was cancelled.'],
  /** What stands before the BFF sent the browser elsewhere to sign in; the BFF itself says `not-signed-in`. */
  'signed-out': ['Signed out', 'Please load the page again and sign in.'],
  /** The answer cannot be read, and comes from another build than this page. */
  'new-version': ['New version', 'There is a new version. Please load the page again.'],
  /** The answer is none of the BFF's. */
  'unexpected-answer': ['Unexpected answer', 'The answer could not be understood. Please try again.'],
} as const;

type LocalCode = keyof typeof texts;

export type LocalProblem = {
  readonly [Code in LocalCode]: {
    readonly code: Code;
    readonly status: number;
    readonly title: string;
    readonly detail: string;
  };
}[LocalCode];

export const localProblem = (code: LocalCode, status = 0): LocalProblem => {
  const [title, detail] = texts[code];
  return { code, status, title, detail };
};
