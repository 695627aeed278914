/** Which build this page is, as the document says; undefined in development and in Node. A script may stay the same in the next build. */
export const build = (): string | undefined => globalThis.document?.documentElement.dataset['build'];
