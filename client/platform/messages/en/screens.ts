/** Texts that are part of every first load. */
export const messages = {
  skip: 'Skip to content',
  loading: 'Loading',
  broken: {
    heading: 'This screen could not be shown',
    reload: 'Load again',
  },
  notAllowed: {
    title: 'Not allowed',
    detail: 'Your role may not see this screen.',
  },
};
