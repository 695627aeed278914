/** Clients of all backend services. Add each by its name; its base URL is then a setting. */
export const upstreams = {};
