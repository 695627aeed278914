export { Layout } from '../../src/app/layout.tsx';
