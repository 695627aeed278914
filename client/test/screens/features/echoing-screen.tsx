import { type LoaderFunctionArgs, useLoaderData } from 'react-router-dom';
import { loadTest } from './test-platform.ts';

export const loader = ({ request, params }: LoaderFunctionArgs) =>
  loadTest(request, 'GET /test/echo/:name', { params });

export function Component() {
  const { name } = useLoaderData<typeof loader>();
  return <h1>Echoing {String(name)}</h1>;
}
