/** This page's build, which Vite defines; where it does not, nobody looks out for a new version. */
declare const __BUILD__: string | undefined;
