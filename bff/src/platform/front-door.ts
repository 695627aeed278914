import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the build tells both doors: which extensions are files, and which of those it has compressed. */
export interface FrontDoor {
  readonly files: readonly string[];
  readonly compressed: readonly string[];
}

export const readFrontDoor = (build: string): FrontDoor =>
  JSON.parse(readFileSync(join(build, 'front-door.json'), 'utf8')) as FrontDoor;
