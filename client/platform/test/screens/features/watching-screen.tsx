import { useEvents } from '#platform/api/use-events.ts';
import type { ScreenProps, ScreenRequest } from '#platform/screens/screen-module.ts';
import { testRead } from './test-platform.ts';

const useTestEvents = useEvents as unknown as (key: string, options: object) => { readonly state: string };

export const loader = (request: ScreenRequest) => testRead(request)('GET /test/changes');

export function Component({ data: { changes } }: ScreenProps<typeof loader>) {
  const { state } = useTestEvents('GET /test/numbers', { revalidate: ['GET /test/changes'] });
  return (
    <>
      <h1>Watching</h1>
      <p role="status">{`${state}, changes: ${String(changes)}`}</p>
    </>
  );
}
