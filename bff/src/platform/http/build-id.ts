declare const __BUILD__: string | undefined;

/** The id of this build, a hash of its sources and the same for BFF and client; undefined in development. */
export const build = typeof __BUILD__ === 'undefined' ? undefined : __BUILD__;
