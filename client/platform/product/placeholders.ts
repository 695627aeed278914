export { placeholders } from '#app/placeholders.tsx';
