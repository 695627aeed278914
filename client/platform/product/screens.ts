export { screens } from '#app/screens.ts';
