import type { ScreenProps, ScreenRequest } from '#platform/screens/screen-module.ts';
import { Page } from '#platform/ui/page.tsx';
import { AwaitSection } from '#platform/ui/await-section.tsx';
import { testRead } from '#platform/test/screens/features/test-platform.ts';

export const loader = (request: ScreenRequest) => ({
  parts: ['1', '2'].map((page) => testRead(request)('GET /members', { query: { page } })),
});

export const Component = ({ data }: ScreenProps<typeof loader>) => (
  <Page heading="Board">
    {data.parts.map((part, index) => (
      <AwaitSection key={index} promise={part} fallback="…">
        {({ names }) => String(names)}
      </AwaitSection>
    ))}
  </Page>
);
