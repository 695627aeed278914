import type { PlatformCode } from '@web/bff/platform/contract/platform-errors';

export interface ProblemText {
  readonly title: string;
  readonly detail: string;
}

/** Texts of the platform's errors by code. Empty in English, because the BFF sends the English texts. */
export const problems = {} as Readonly<Record<PlatformCode, ProblemText>>;

/** Title and advice of problems created in the browser. Without advice, the text says "try again". */
export const localProblems = {
  network: ['No connection'],
  offline: ['You are offline', 'connect and try again'],
  /** No complete response arrived in time. A write may still have succeeded. */
  timeout: ['No response in time'],
  /** The caller's signal aborted. */
  cancelled: ['Cancelled'],
  /** A proxy in front of the BFF redirected to its own sign-in page. The BFF itself returns `unauthenticated`. */
  'signed-out': ['Signed out', 'load the page again and sign in'],
  /** The response cannot be parsed, and another build of the BFF has sent it. */
  'new-version': ['New version', 'load the page again'],
  /** The response does not come from the BFF. */
  'unexpected-response': ['Unexpected response'],
} satisfies Record<string, readonly [title: string, advice?: string]>;

export const detailOf = (title: string, advice = 'try again'): string => `${title}. Please ${advice}.`;

export const files = {
  unreadable: 'File not readable',
  chooseAgain: (name?: string) =>
    `${name === undefined ? 'The file' : `“${name}”`} has been changed, moved or deleted, or is a folder. Please choose a file again.`,
};

/** Texts of the document. `description` is the meta description; by default, it is the product's purpose. */
export const documentTexts = {
  description: undefined as string | undefined,
  noScript: 'This application needs JavaScript',
  noScriptAdvice: 'Allow it in your browser’s settings and reload.',
  outdated: 'Please update your browser.',
};

export const screens = {
  skip: 'Skip to content',
  menu: 'Menu',
  loading: 'Loading',
  broken: {
    heading: 'This screen could not be shown',
    reload: 'Load again',
  },
  notAllowed: {
    title: 'Not allowed',
    detail: 'Your role may not see this screen.',
  },
};

export const sessionMenu = {
  signIn: 'Sign in',
  signOut: 'Sign out',
  signingOut: 'Signing out …',
  signOutFailed: 'You could not be signed out.',
};

export const components = {
  close: 'Close',
  retry: 'Try again',
  /** Appended to the error of a failed refetch. */
  stale: 'What you see may be out of date.',
  empty: 'Nothing here yet',
  /** Shown once an upload is fully sent and the response is pending. */
  processing: 'Processing …',
  sending: 'Sending',
  stop: 'Stop',
  pages: 'Pages',
  page: (page: number) => `Page ${page}`,
  previousPage: 'Previous',
  nextPage: 'Next',
  leaving: 'Leave without saving your input?',
};
