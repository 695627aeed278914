import type { handbook } from '#contract/calls/handbook.ts';
import type { HandlersOf } from '#platform/calls/handler.ts';

export const handbookHandlers: HandlersOf<typeof handbook> = {
  'GET /handbook/:page': ({ params, upstreams }) => upstreams.handbook.page(params.page),
};
