export const messages = {
  close: 'Close',
  retry: 'Try again',
  empty: 'Nothing here yet',
  /** Shown once an upload is fully sent and the response is pending. */
  processing: 'Processing …',
};
