import type { Case } from '../case.ts';
import { caching } from './caching.ts';
import { calls } from './calls.ts';
import { encodings } from './encodings.ts';
import { entryAndRedirects } from './entry-and-redirects.ts';
import { escapingPaths } from './escaping-paths.ts';
import { livingBesideOthers } from './living-beside-others.ts';
import { methods } from './methods.ts';
import { operating } from './operating.ts';
import { security } from './security-headers.ts';
import { shellAndDeepLinks } from './shell-and-deep-links.ts';

/** Every case of the definition, in the document's order. */
export const allCases: readonly Case[] = [
  ...entryAndRedirects,
  ...shellAndDeepLinks,
  ...calls,
  ...methods,
  ...escapingPaths,
  ...caching,
  ...encodings,
  ...security,
  ...livingBesideOthers,
  ...operating,
].toSorted((one, other) => Number.parseInt(one.id, 10) - Number.parseInt(other.id, 10));
