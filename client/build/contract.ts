import { calls } from '../../bff/src/contract/calls/all.ts';
import * as constants from '../../bff/src/contract/constants.ts';
import { errors } from '../../bff/src/contract/errors.ts';
import { permissionsOf } from '../../bff/src/contract/permissions.ts';
import { product } from '../../bff/src/contract/product.ts';
import { screens } from '../src/app/screens.ts';
import type { Sources } from './specification-points.ts';

/** Everything that the specification is read from. Evaluated at build time by Vite's runner; never part of the browser's bundle. */
export const sources: Sources = {
  product,
  screens,
  entities: import.meta.glob(['../../bff/src/contract/entities/*.ts', '!**/*.test.ts'], { eager: true }),
  states: import.meta.glob(['../../bff/src/contract/states/*.ts', '!**/*.test.ts'], { eager: true }),
  permissionsOf,
  calls,
  errors,
  constants,
};
