import type { Policies } from '#platform/contract/policies.ts';

/** Browser features that pages may use, and the referrer that they send, such as `permissions: { geolocation: ['self'] }`. */
export const policies: Policies = {};
