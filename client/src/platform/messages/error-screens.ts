/** What stands where a screen cannot. */
export const texts = {
  home: 'Go to the home screen',
  notFound: {
    title: 'Not found',
    heading: 'There is nothing at this address',
    advice: 'The address may be mistyped, or what was here has moved.',
  },
  broken: {
    advice: 'Loading the page again may help. If it does not, please try again in a few minutes.',
  },
  failed: {
    /** In place of what operators call it. */
    heading: 'This could not be loaded',
    retry: 'Try again',
    retrying: 'Trying …',
    reference: 'If you report this, name',
  },
} as const;
