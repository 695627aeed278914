import type { ErrorViewProps, ScreenProps, ScreenRequest } from '#platform/screens/screen-module.ts';
import { Button } from '#platform/ui/button.tsx';
import { testRead } from './test-platform.ts';

export const loader = (request: ScreenRequest) =>
  testRead(request)('GET /test/echo/:name', { params: request.params });

export const title = ({ name }: Awaited<ReturnType<typeof loader>>) => `Echo of ${String(name)}`;

export const Component = ({ data, params }: ScreenProps<typeof loader>) => (
  <h1>
    Echoing {String(data['name'])}, {params['name']}
  </h1>
);

export const ErrorView = ({ problem, params, retry }: ErrorViewProps) => (
  <>
    <h1>
      No echo of {params['name']}: {problem.code}
    </h1>
    <Button onClick={retry}>Ask once more</Button>
  </>
);
