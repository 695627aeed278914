import { useRefreshOnReturn } from '#platform/api/use-refresh-on-return.ts';
import type { ScreenProps, ScreenRequest } from '#platform/screens/screen-module.ts';
import { testRead, useTestCall } from './test-platform.ts';
import { Links } from './links.tsx';

export const loader = (request: ScreenRequest) =>
  testRead(request)('GET /test/echo/:name', { params: { name: 'ä/😀' } });

export function Component({ data: { name, requestId } }: ScreenProps<typeof loader>) {
  useRefreshOnReturn(1_500);
  const [ask, { pending, problem }] = useTestCall('POST /test/body');
  return (
    <>
      <h1>Reading</h1>
      <p>Read: {String(name)}</p>
      <p>
        Answer <code data-testid="answer">{String(requestId)}</code>
      </p>
      <button type="button" onClick={() => void ask({ body: {} })}>
        Ask
      </button>
      <p>{pending ? 'Asking' : problem?.detail}</p>
      <Links />
    </>
  );
}
