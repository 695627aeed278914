import { calls } from '@web/bff/contract/calls/all';
import * as constants from '@web/bff/contract/constants';
import { errors } from '@web/bff/contract/errors';
import { permissionsOf } from '@web/bff/contract/permissions';
import { product } from '@web/bff/contract/product';
import { screens } from '../../src/app/screens.ts';
import type { Sources } from './points.ts';

/** Everything that the specification is read from. Evaluated at build time by Vite's runner; never part of the browser's bundle. */
export const sources: Sources = {
  product,
  screens,
  entities: import.meta.glob(['../../../bff/src/contract/entities/*.ts', '!**/*.test.ts'], { eager: true }),
  states: import.meta.glob(['../../../bff/src/contract/states/*.ts', '!**/*.test.ts'], { eager: true }),
  permissionsOf,
  calls,
  errors,
  constants,
};
