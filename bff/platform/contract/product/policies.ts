export { policies } from '#contract/policies.ts';
