/** Every backend service that calls ask; a client adds its name here, and its address is then a setting. */
export const upstreams = {};
