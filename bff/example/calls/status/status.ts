import manifest from '#package.json' with { type: 'json' };
import { build } from '#platform/http/build-id.ts';
import { product } from '#contract/product.ts';
import type { status } from '#contract/calls/status.ts';
import type { HandlersOf } from '#platform/calls/handler.ts';

const { version, platform }: { readonly version: string; readonly platform?: string } = manifest;
const startedAt = new Date().toISOString();

/** `GET /status` is public, so its response contains no addresses and no secrets. */
export const statusHandlers: HandlersOf<typeof status> = {
  'GET /status': ({ request }) => ({
    name: product.name,
    version,
    ...(platform && { platform }),
    ...(build && { build }),
    startedAt,
    dependencies: [
      ...request.server.upstreamStates(),
      ...(request.server.signIn
        ? [{ name: 'session store', state: request.server.signIn.storeState() }]
        : []),
    ],
  }),
};
