export const messages = {
  title: 'Your session has ended',
  advice:
    'Sign in again in a new tab, then continue here. Your input is kept; if you were sending it, send it again.',
  again: 'Sign in again (new tab)',
  notNow: 'Not now',
  endsAt: (time: string) => `You will be signed out at ${time}.`,
  stay: 'Stay signed in',
  signOutFailed: 'You could not be signed out. Please try again.',
};
