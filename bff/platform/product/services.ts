export { services } from '#services/all.ts';
