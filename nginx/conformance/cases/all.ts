import type { Case } from '../case.ts';
import { caching } from './caching.ts';
import { calls } from './calls.ts';
import { encodings } from './encodings.ts';
import { entryAndRedirects } from './entry-and-redirects.ts';
import { escapingPaths } from './escaping-paths.ts';
import { livingBesideOthers } from './living-beside-others.ts';
import { methods } from './methods.ts';
import { operating } from './operating.ts';
import { securityHeaders } from './security-headers.ts';
import { shellAndDeepLinks } from './shell-and-deep-links.ts';

const numeric = new Intl.Collator('en', { numeric: true });

/** Every case of the definition, by number. */
export const allCases: readonly Case[] = [
  entryAndRedirects,
  shellAndDeepLinks,
  calls,
  methods,
  escapingPaths,
  caching,
  encodings,
  securityHeaders,
  livingBesideOthers,
  operating,
]
  .flat()
  .toSorted((one, other) => numeric.compare(one.id, other.id));
