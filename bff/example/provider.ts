import type { ProviderOptions } from '#platform/testing/provider-options.ts';

/** Users to try sign-in with: one for each role, and one without. */
export const provider: ProviderOptions = {
  users: {
    ada: { name: 'Ada Lovelace', role: 'editor' },
    alan: { name: 'Alan Turing', role: 'author' },
    grace: { name: 'Grace Hopper', role: 'reader' },
    guest: { name: 'Guest' },
  },
};
