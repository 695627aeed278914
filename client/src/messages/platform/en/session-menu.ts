/** Messages of the menu in the frame, part of every first load of an application with sign-in. */
export const messages = {
  signIn: 'Sign in',
  signOut: 'Sign out',
};
