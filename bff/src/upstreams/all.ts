/** Clients of all backend services by name. The base URL of each is a setting. */
export const upstreams = {};
