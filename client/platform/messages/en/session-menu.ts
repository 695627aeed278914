/** Part of every first load with sign-in. */
export const messages = {
  signIn: 'Sign in',
  signOut: 'Sign out',
};
