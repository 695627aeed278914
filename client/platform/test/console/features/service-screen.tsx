import { useState } from 'react';
import type { ScreenProps } from '#platform/screens/screen-module.ts';
import { BackLink } from '#platform/ui/back-link.tsx';
import { Button } from '#platform/ui/button.tsx';
import { Dialog } from '#platform/ui/dialog.tsx';
import { Page } from '#platform/ui/page.tsx';
import { Tabs } from '#platform/ui/tabs.tsx';
import { Avatar } from './avatar.tsx';
import { readService, useServiceEvents } from './console-calls.ts';
import { ServiceForm } from './service-form.tsx';
import { StateBadge } from './state-badge.tsx';
import { useFavorite } from './use-favorite.ts';

export const loader = readService;

export function Component({ data }: ScreenProps<typeof loader>) {
  const [isEdited, setEdited] = useState(false);
  const [isFavorite, toggle] = useFavorite();
  useServiceEvents();
  return (
    <>
      <BackLink to="/">Services</BackLink>
      <Page heading={data.name} actions={<Button onClick={() => setEdited(true)}>Edit</Button>}>
        <Tabs label="Views" entries={[{ to: `/services/${data.id}/log`, label: 'Log' }]} />
        <Avatar name={data.owner} />
        <StateBadge state={data.state} />
        <Button onClick={toggle}>{isFavorite ? 'Forget' : 'Remember'}</Button>
        <Dialog open={isEdited} title="Edit" onClose={() => setEdited(false)}>
          <ServiceForm call="POST /test/titles">
            <ServiceForm.Field name="title" label="Title" />
            <ServiceForm.Submit>Save</ServiceForm.Submit>
          </ServiceForm>
        </Dialog>
      </Page>
    </>
  );
}
