import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the build tells nginx and the BFF. */
export interface ClientManifest {
  /** The extensions of files; a path with any other ending is a screen. */
  readonly files: readonly string[];
  /** The extensions of precompressed files. */
  readonly compressed: readonly string[];
  /** `^(?:…)$`, which the path of every known screen matches: beneath the base path, without outer slashes, encoded as it was sent. */
  readonly screens: string;
  /** Hashes of the shell's inline scripts and styles, such as `sha256-…=`. */
  readonly inline: { readonly script: readonly string[]; readonly style: readonly string[] };
}

export const readClientManifest = (build: string): ClientManifest =>
  JSON.parse(readFileSync(join(build, 'client-manifest.json'), 'utf8')) as ClientManifest;
