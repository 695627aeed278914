export { calls } from '#contract/calls/all.ts';
