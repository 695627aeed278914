import manifest from '#package.json' with { type: 'json' };
import { build } from '#platform/http/build-id.ts';
import { product } from '#contract/product.ts';
import type { FastifyRequest } from 'fastify';
import type { Status } from '#contract/calls/status.ts';

const startedAt = new Date().toISOString();

/** What anyone may know of the BFF: no addresses, no secrets. */
export const getStatus = ({ request }: { request: FastifyRequest }): Status => ({
  name: product.name,
  version: manifest.version,
  ...(build && { build }),
  startedAt,
  dependencies: request.server.upstreamStates(),
});
