export { testScreens as screens } from '../test-screens.ts';
