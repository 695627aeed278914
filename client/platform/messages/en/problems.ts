/** Title and advice of problems created in the browser. Without advice, the text says "try again". */
export const messages = {
  network: ['No connection'],
  offline: ['You are offline', 'connect and try again'],
  /** No complete response arrived in time. A write may still have succeeded. */
  timeout: ['No response in time'],
  /** The caller's signal aborted. */
  cancelled: ['Cancelled'],
  /** A proxy in front of the BFF redirected to its own sign-in page. The BFF itself returns `unauthenticated`. */
  'signed-out': ['Signed out', 'load the page again and sign in'],
  /** The response cannot be parsed, and another build of the BFF has sent it. */
  'new-version': ['New version', 'load the page again'],
  /** The response does not come from the BFF. */
  'unexpected-response': ['Unexpected response'],
} satisfies Record<string, readonly [title: string, advice?: string]>;

export const detailOf = (title: string, advice = 'try again'): string => `${title}. Please ${advice}.`;
