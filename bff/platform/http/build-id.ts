declare const __BUILD__: string | undefined;

/** Build id: a hash of the sources of BFF and client. Undefined in development. */
export const build = typeof __BUILD__ === 'undefined' ? undefined : __BUILD__;
