export { calls } from '../../calls/all.ts';
