/** Problems that do not come from the BFF: a title and, unless it is to try again, what the person can do. */
export const messages = {
  /** The connection failed, before the response or within it. */
  network: ['No connection'],
  /** The same, where the browser knows that it has no network at all. */
  offline: ['You are offline', 'connect and try again'],
  /** The response did not arrive whole in time. A write may have happened all the same. */
  timeout: ['No answer in time'],
  /** The caller's own signal aborted. */
  cancelled: ['Cancelled'],
  /** A proxy in front of the BFF sent the browser elsewhere to sign in; the BFF itself answers `not-signed-in`. */
  'signed-out': ['Signed out', 'load the page again and sign in'],
  /** The response cannot be read, and comes from another build than this page. */
  'new-version': ['New version', 'load the page again'],
  /** The response does not come from the BFF. */
  'unexpected-answer': ['Unexpected answer'],
} satisfies Record<string, readonly [title: string, advice?: string]>;

export const detailOf = (title: string, advice = 'try again'): string => `${title}. Please ${advice}.`;
