export { testScreens as screens } from '#platform/test/screens/test-screens.ts';
