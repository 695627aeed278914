import { usePolling } from '#platform/api/use-polling.ts';
import type { ScreenProps, ScreenRequest } from '#platform/screens/screen-module.ts';
import { Links } from './links.tsx';
import { testRead } from './test-platform.ts';

export const loader = (request: ScreenRequest) => testRead(request)('GET /test/changes');

export function Component({ data: { changes } }: ScreenProps<typeof loader>) {
  usePolling(2_000);
  return (
    <>
      <h1>Polling</h1>
      <p>Changes: {String(changes)}</p>
      <Links />
    </>
  );
}
