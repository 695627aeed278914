import { type LoaderFunctionArgs, useLoaderData } from 'react-router-dom';
import { useRefreshOnReturn } from '#platform/api/use-refresh-on-return.ts';
import { loadTest } from './test-platform.ts';
import { Links } from './links.tsx';

export const loader = ({ request }: LoaderFunctionArgs) =>
  loadTest(request, 'GET /test/echo/:name', { params: { name: 'ä/😀' } });

export function Component() {
  const { name, requestId } = useLoaderData<typeof loader>();
  useRefreshOnReturn(1_500);
  return (
    <>
      <h1>Reading</h1>
      <p>Read: {String(name)}</p>
      <p>
        Answer <code data-testid="answer">{String(requestId)}</code>
      </p>
      <Links />
    </>
  );
}
