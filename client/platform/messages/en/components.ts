export const messages = {
  close: 'Close',
  retry: 'Try again',
  /** Appended to the error of a failed refetch. */
  stale: 'What you see may be out of date.',
  empty: 'Nothing here yet',
  /** Shown once an upload is fully sent and the response is pending. */
  processing: 'Processing …',
  pages: 'Pages',
  page: (page: number) => `Page ${page}`,
  previousPage: 'Previous',
  nextPage: 'Next',
};
