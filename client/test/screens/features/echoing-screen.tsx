import type { ErrorViewProps, ScreenProps, ScreenRequest } from '#platform/screens/screen-module.ts';
import { Button } from '#ui/button.tsx';
import { testRead } from './test-platform.ts';

export const loader = (request: ScreenRequest) =>
  testRead(request)('GET /test/echo/:name', { params: request.params });

export const title = ({ name }: Awaited<ReturnType<typeof loader>>) => `Echo of ${String(name)}`;

export function Component({ data }: ScreenProps<typeof loader>) {
  return <h1>Echoing {String(data['name'])}</h1>;
}

export const ErrorView = ({ problem, params, retry }: ErrorViewProps) => (
  <>
    <h1>
      No echo of {params['name']}: {problem.code}
    </h1>
    <Button onClick={retry}>Ask once more</Button>
  </>
);
