export const errorScreens = {
  home: 'Go to the home screen',
  notFound: {
    title: 'Not found',
    heading: 'There is nothing at this address',
    advice: 'The address may be mistyped, or what was here has moved.',
  },
  broken: {
    title: 'Something went wrong',
    advice: 'Loading the page again may help. If it does not, please try again in a few minutes.',
  },
  failed: {
    /** Shown instead of the problem's title if the status is 500 or more. */
    heading: 'This could not be loaded',
    retry: 'Try again',
    retrying: 'Trying …',
    reference: 'If you report this, include',
  },
};

export const sessionEnd = {
  title: 'Your session has ended',
  advice:
    'Sign in again in a new tab, then continue here. Your input is kept; if you were sending it, send it again.',
  again: 'Sign in again (new tab)',
  notNow: 'Not now',
  endsAt: (time: string) => `You will be signed out at ${time}.`,
  stay: 'Stay signed in',
};

/** Texts of `FailedRows` and `ImagePreview`. */
export const files = {
  failedRows: (count: string) => `Rows with errors: ${count}`,
  moreRows: (count: string) => `and ${count} more`,
  table: { caption: 'Errors by row', row: 'Row', error: 'What is wrong' },
  row: (number: number) => `Row ${number}`,
  noPreview: (file: string) =>
    `“${file}” cannot be shown. It is not an image, is broken, or has a format that this browser does not support.`,
};
