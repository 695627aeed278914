import type { SignInProblem } from '@web/bff/platform/contract/session/session-state';

type Words = readonly [heading: string, advice: string];

export const sessionScreens = {
  signIn: 'Sign in',
  signedIn: 'You are signed in',
  signedInAs: (name: string | undefined) => (name ? `You are signed in as ${name}` : 'You are signed in'),
  otherUser:
    'Somebody else was signed in when this tab was opened. What they wanted to save was not saved. Their input in this tab is kept until they sign in again, and nobody else sees it.',
  signedOut: 'You are signed out',
  kept: 'Your unsent input in this tab has been saved. Sign in again to continue.',
  goOn: 'Continue',
  tryAgain: 'Try again',
  tryOther: 'Use another account',
  home: 'Go to the home screen',
  done: 'Signed in. You can close this tab.',
  problems: {
    refused: ['You were not signed in', 'The sign-in was cancelled or declined.'],
    'no-role': ['You have no access', 'Your account may not use this application.'],
    expired: ['The sign-in has expired', 'It took too long. Please start again.'],
    provider: ['You could not be signed in', 'The sign-in service reported an error. Please try again.'],
    'provider-unavailable': [
      'You cannot sign in at the moment',
      'The sign-in service does not respond. Please try again later.',
    ],
    cookies: [
      'You could not be signed in',
      'Signing in requires cookies. Allow cookies for this site, or delete its existing ones, and try again.',
    ],
    'too-many': ['Too many attempts', 'Please wait up to 15 minutes, then try again.'],
    unavailable: [
      'You cannot sign in at the moment',
      'The application does not respond. Please try again later.',
    ],
    'not-configured': [
      'Sign-in is not available',
      'The application has no sign-in service, or it did not name you. Please report this.',
    ],
  } satisfies Record<SignInProblem, Words> as Readonly<Record<SignInProblem, Words>>,
};

/** Shown in development without a provider. */
export const roles = 'Choose a role';
