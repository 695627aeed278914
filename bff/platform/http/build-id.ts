declare const __BUILD__: string | undefined;

/** Build id, a hash of the sources that BFF and client share. Undefined in development. */
export const build = typeof __BUILD__ === 'undefined' ? undefined : __BUILD__;
