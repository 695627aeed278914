import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the build tells both doors. */
export interface ClientManifest {
  /** Extensions that are files, and which of those are compressed. */
  readonly files: readonly string[];
  readonly compressed: readonly string[];
  /**
   * One regular expression, `^(?:…)$`, that the path of every known screen matches: beneath the base path, without a slash at either
   * end, percent-encoded as it was sent.
   */
  readonly screens: string;
  /** Hashes of what stands inline in the shell, such as `sha256-…=`. */
  readonly inline: { readonly script: readonly string[]; readonly style: readonly string[] };
}

export const readClientManifest = (build: string): ClientManifest =>
  JSON.parse(readFileSync(join(build, 'client-manifest.json'), 'utf8')) as ClientManifest;
