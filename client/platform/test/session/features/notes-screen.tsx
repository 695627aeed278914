import type { ScreenProps, ScreenRequest } from '#platform/screens/screen-module.ts';
import { Page } from '#platform/ui/page.tsx';
import { testRead } from '#platform/test/screens/features/test-platform.ts';
import { Write } from './write.tsx';

export const loader = (request: ScreenRequest) => testRead(request)('GET /notes');

export const Component = ({ data }: ScreenProps<typeof loader>) => (
  <Page heading="Notes">
    <p>Notes of {String(data['owner'])}</p>
    {['POST /notes', 'PUT /notes', 'DELETE /notes', 'POST /scans'].map((call) => (
      <Write key={call} call={call} />
    ))}
  </Page>
);
