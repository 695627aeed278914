import type { LoaderFunctionArgs } from 'react-router-dom';
import { loadTest } from './test-platform.ts';

export const loader = ({ request }: LoaderFunctionArgs) => loadTest(request, 'GET /test/left-alone');

export function Component() {
  return <h1>Waiting</h1>;
}
