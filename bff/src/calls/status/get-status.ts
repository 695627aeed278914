import manifest from '#package.json' with { type: 'json' };
import { product } from '#contract/product.ts';
import type { Status } from '#contract/calls/status.ts';

const startedAt = new Date().toISOString();

/** What anyone may know of the BFF: no addresses, no secrets. */
export const getStatus = async (): Promise<Status> => ({
  name: product.name,
  version: manifest.version,
  startedAt,
  dependencies: [],
});
