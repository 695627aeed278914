import type { Cases } from '../case.ts';
import { calls } from './calls.ts';
import { documents } from './documents.ts';
import { files } from './files.ts';
import { livingBesideOthers } from './living-beside-others.ts';
import { paths } from './paths.ts';
import { securityHeaders } from './security-headers.ts';

/** Every case of the definition that a client can observe. */
export const allCases: Cases = {
  ...documents,
  ...calls,
  ...files,
  ...paths,
  ...securityHeaders,
  ...livingBesideOthers,
};
