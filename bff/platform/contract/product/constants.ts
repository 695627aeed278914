export { BASE_PATH, limits } from '#contract/constants.ts';
