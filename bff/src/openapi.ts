import { calls } from '#contract/calls/all.ts';
import { errors } from '#contract/errors.ts';
import { permissionsOf } from '#contract/permissions.ts';
import { product } from '#contract/product.ts';
import manifest from '#package.json' with { type: 'json' };
import { openapi } from './platform/calls/openapi.ts';

/** The application's own document; `npm run --silent openapi` writes it to standard output. */
export const document = openapi({
  name: product.name,
  version: manifest.version,
  errors,
  calls,
  permissionsOf,
});
