export { upstreams } from '#upstreams/all.ts';
