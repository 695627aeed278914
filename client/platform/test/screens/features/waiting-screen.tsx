import type { ScreenRequest } from '#platform/screens/screen-module.ts';
import { testRead } from './test-platform.ts';

export const loader = (request: ScreenRequest) => testRead(request)('GET /test/left-alone');

export function Component() {
  return <h1>Waiting</h1>;
}
