/** Texts that are part of every first load of a product with sign-in. */
export const messages = {
  signIn: 'Sign in',
  signOut: 'Sign out',
};
