import type { ProviderOptions } from '#platform/testing/provider-options.ts';

/** Users to try sign-in with, at the OpenID provider that `npm run provider` starts for development (specification, point 6). */
export const provider: ProviderOptions = {
  users: {
    ada: { name: 'Ada Lovelace', role: 'editor' },
    guest: { name: 'Guest' },
  },
};
