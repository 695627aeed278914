/** What the frame says around every screen, and what stands where a screen cannot. */
export const texts = {
  skip: 'Skip to content',
  loading: 'Loading',
  leaving: 'What you have entered is not saved yet. Leave this screen?',
  broken: {
    title: 'Something went wrong',
    heading: 'This screen could not be shown',
    reload: 'Load again',
  },
  notAllowed: {
    title: 'Not allowed',
    detail: 'This is not for everybody. Please sign in as somebody who may see it.',
  },
} as const;
