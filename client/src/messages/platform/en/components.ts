/** What the components of `src/ui/` say unless a property says otherwise. */
export const messages = {
  close: 'Close',
  retry: 'Try again',
  empty: 'Nothing here yet',
  /** All of an upload is sent, and the response is pending. */
  processing: 'Processing …',
};
