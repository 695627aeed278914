import type { SignInProblem } from '@web/bff/contract/kit/session/session-state';

type Words = readonly [heading: string, advice: string];

export const messages = {
  signIn: 'Sign in',
  signedIn: 'You are signed in',
  signedOut: 'You are signed out',
  kept: 'What you had entered in this tab is kept for you. Sign in again to go on with it.',
  goOn: 'Go on',
  tryAgain: 'Try again',
  tryOther: 'Use another account',
  home: 'Go to the home screen',
  done: 'Signed in. You can close this tab.',
  problems: {
    refused: ['You were not signed in', 'The sign-in was cancelled or declined.'],
    'no-role': ['You have no role here', 'Your account is known, but may not use this application.'],
    expired: ['That took too long', 'The sign-in has expired. Please start again.'],
    provider: ['You could not be signed in', 'The sign-in service reported an error. Please try again.'],
    'provider-unavailable': [
      'You cannot sign in at the moment',
      'The sign-in service does not respond. Please try again later.',
    ],
    cookies: [
      'Signing in did not work',
      'It needs cookies. Allow them for this site, or delete those that it has, and try again.',
    ],
    'too-many': ['Too many attempts', 'Please wait up to 15 minutes, then try again.'],
    unavailable: [
      'You cannot sign in at the moment',
      'The application does not respond. Please try again later.',
    ],
    'not-configured': ['Nobody can sign in', 'The application has no sign-in service yet.'],
  } satisfies Record<SignInProblem, Words> as Readonly<Record<SignInProblem, Words>>,
};

/** Shown in development without a provider. */
export const roles = 'Choose a role';
