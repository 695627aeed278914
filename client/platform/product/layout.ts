export { Layout } from '#app/layout.tsx';
