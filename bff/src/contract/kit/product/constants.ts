export { BASE_PATH, limits } from '../../constants.ts';
