import type { Cases } from '../case.ts';
import { calls } from './calls.ts';
import { documents } from './documents.ts';
import { files } from './files.ts';
import { paths } from './paths.ts';
import { responses } from './responses.ts';

/** Every case of the definition that a client can observe. */
export const allCases: Cases = { ...documents, ...calls, ...files, ...paths, ...responses };
