export { handlers } from '#calls/all.ts';
