/** What the frame says around every screen, and what stands where a screen cannot. */
export const texts = {
  skip: 'Skip to content',
  loading: 'Loading',
  home: 'Go to the home screen',
  leaving: 'What you have entered is not saved yet. Leave this screen?',
  notFound: {
    title: 'Not found',
    heading: 'There is nothing at this address',
    advice: 'The address may be mistyped, or what was here has moved.',
  },
  broken: {
    title: 'Something went wrong',
    heading: 'This screen could not be shown',
    advice: 'Loading the page again may help. If it does not, please try again in a few minutes.',
    reload: 'Load again',
  },
  failed: {
    retry: 'Try again',
    retrying: 'Trying …',
    reference: 'If you report this, name',
  },
  notAllowed: {
    title: 'Not allowed',
    detail: 'This is not for everybody. Please sign in as somebody who may see it.',
  },
} as const;
