import type { ScreenProps } from '#platform/screens/screen-module.ts';
import { BackLink } from '#platform/ui/back-link.tsx';
import { Page } from '#platform/ui/page.tsx';
import { Tabs } from '#platform/ui/tabs.tsx';
import { drawing } from './drawing.ts';
import { readService, useServiceEvents } from './console-calls.ts';
import { StateBadge } from './state-badge.tsx';

export const loader = readService;

export function Component({ data }: ScreenProps<typeof loader>) {
  useServiceEvents();
  return (
    <>
      <BackLink to="/">Services</BackLink>
      <Page heading={data.name} lead={String(drawing.length)}>
        <Tabs label="Views" entries={[{ to: `/services/${data.id}`, label: 'Service' }]} />
        <StateBadge state={data.state} />
      </Page>
    </>
  );
}
