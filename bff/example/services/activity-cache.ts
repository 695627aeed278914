import type * as Type from 'typebox';
import type { overview } from '#contract/calls/overview.ts';
import { defineService } from '#platform/services/define-service.ts';

const FRESH_MS = 60_000;

type Activity = Type.Static<(typeof overview)['GET /overview/activity']['responses'][200]>;

/** Loads the activity, which is slow and the same for all users, at most once a minute. Calls meanwhile wait for the same load. */
export const activityCache = defineService(() => {
  let cached: { readonly value: Promise<Activity>; readonly until: number } | undefined;
  return {
    get: (load: () => Promise<Activity>): Promise<Activity> => {
      // The load of another user ends with its request.
      if (cached && performance.now() < cached.until) return cached.value.catch(load);
      const value = load();
      cached = { value, until: performance.now() + FRESH_MS };
      value.catch(() => (cached = undefined));
      return value;
    },
  };
});
