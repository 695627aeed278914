/** Part of every first load. */
export const messages = {
  skip: 'Skip to content',
  loading: 'Loading',
  leaving: 'Your input is not saved yet. Leave this screen?',
  broken: {
    heading: 'This screen could not be shown',
    reload: 'Load again',
  },
  notAllowed: {
    title: 'Not allowed',
    detail: 'You need another role to see this screen.',
  },
};
