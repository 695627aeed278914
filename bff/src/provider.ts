import type { ProviderOptions } from '#platform/testing/provider-options.ts';

/** Point 6: users to try sign-in with, at the OpenID provider that `npm run provider` starts for development. */
export const provider: ProviderOptions = {
  users: {
    ada: { name: 'Ada Lovelace', role: 'editor' },
    guest: { name: 'Guest' },
  },
};
