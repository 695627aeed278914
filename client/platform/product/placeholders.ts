export { placeholders } from '../../src/app/placeholders.tsx';
