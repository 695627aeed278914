import { useRevalidator } from 'react-router-dom';
import type { ScreenProps, ScreenRequest } from '#platform/screens/screen-module.ts';
import { Button } from '#platform/ui/button.tsx';
import { Page } from '#platform/ui/page.tsx';
import { testRead } from '#platform/test/screens/features/test-platform.ts';

export const loader = (request: ScreenRequest) => testRead(request)('GET /things');

export function Component({ data }: ScreenProps<typeof loader>) {
  const { revalidate } = useRevalidator();
  return (
    <Page heading="Things">
      <p>Things of {String(data['subject'])}</p>
      <Button onClick={() => void revalidate()}>Read again</Button>
    </Page>
  );
}
