/** The build of this page's document; undefined in development and in Node. It is not in a script, because a script may be the same in two builds. */
export const build = (): string | undefined => globalThis.document?.documentElement.dataset['build'];
