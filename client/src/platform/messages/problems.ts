/** What can go wrong without the BFF's saying so: a title and, where it is not to try again, what the person is to do. */
export const texts = {
  /** The connection failed, before the answer or within it. */
  network: ['No connection'],
  /** The same, where the browser knows that it has no network at all. */
  offline: ['You are offline', 'try again when you are connected'],
  /** Nothing, or not everything, arrived in time. A write may have happened all the same. */
  timeout: ['No answer in time'],
  /** The caller's own signal. */
  cancelled: ['Cancelled'],
  /** What stands before the BFF sent the browser elsewhere to sign in; the BFF itself says `not-signed-in`. */
  'signed-out': ['Signed out', 'load the page again and sign in'],
  /** The answer cannot be read, and comes from another build than this page. */
  'new-version': ['New version', 'load the page again'],
  /** The answer is none of the BFF's. */
  'unexpected-answer': ['Unexpected answer'],
} as const satisfies Record<string, readonly [title: string, advice?: string]>;

export const detailOf = (title: string, advice = 'try again'): string => `${title}. Please ${advice}.`;
