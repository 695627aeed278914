import type { overview } from '#contract/calls/overview.ts';
import type { HandlersOf } from '#platform/calls/handler.ts';

export const overviewHandlers: HandlersOf<typeof overview> = {
  'GET /overview/counts': ({ upstreams }) => upstreams.notes.counts(),
  'GET /overview/activity': ({ upstreams, services }) =>
    services.activityCache.get(() => upstreams.notes.activity()),
  'GET /overview/tip': ({ upstreams }) => upstreams.notes.tip(),
};
