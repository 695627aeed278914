import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Output of the client's build for nginx and the BFF. */
export interface ClientManifest {
  /** Extensions of the files in the build. A path without one of these extensions is a screen. */
  readonly files: readonly string[];
  readonly compressed: readonly string[];
  /** Patterns (RE2 and PCRE) of the screens' paths: relative to the base path, without outer slashes, percent-encoded as in the request. */
  readonly screens: readonly string[];
  /** Hashes of inline scripts and styles, such as `sha256-…=`. */
  readonly inline: { readonly script: readonly string[]; readonly style: readonly string[] };
}

export const readClientManifest = (build: string): ClientManifest =>
  JSON.parse(readFileSync(join(build, 'client-manifest.json'), 'utf8')) as ClientManifest;
