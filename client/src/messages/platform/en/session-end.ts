/** Messages of a session that ends. */
export const messages = {
  title: 'Your session has ended',
  advice:
    'Sign in again to go on where you were. What you have entered stays here; if it was just being sent, send it again.',
  again: 'Sign in again',
  notNow: 'Not now',
  blocked: 'The browser did not open a window.',
  blockedWithInput:
    'The browser did not open a window. If you sign in on this page, what you have entered is lost.',
  here: 'Sign in on this page',
  endsAt: (time: string) => `You will be signed out at ${time}.`,
  stay: 'Stay signed in',
  signOutFailed: 'You could not be signed out. Please try again.',
};
