/** Returns the document's build id; undefined in development. Not inlined into the scripts, because two builds may share a script. */
export const build = (): string | undefined => globalThis.document?.documentElement.dataset['build'];
