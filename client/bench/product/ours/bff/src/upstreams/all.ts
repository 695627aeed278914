/** Every backend service that calls use. Add a client here by its name; its base URL is then a setting. */
export const upstreams = {};
