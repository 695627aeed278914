export { screens } from '../../src/app/screens.ts';
