import type { ScreenProps } from '#platform/screens/screen-module.ts';
import { Page } from '#platform/ui/page.tsx';
import { Table } from '#platform/ui/table.tsx';
import { Avatar } from './avatar.tsx';
import { readServices } from './console-calls.ts';
import { FavoriteButton } from './favorite-button.tsx';

export const loader = readServices;

export const Component = ({ data }: ScreenProps<typeof loader>) => (
  <Page heading="Owners">
    <Table
      caption="Owners"
      columns={[
        { heading: 'Owner', cell: ({ owner }) => owner },
        { heading: 'Picture', cell: ({ owner }) => <Avatar name={owner} /> },
        { heading: 'Actions', actions: true, cell: () => <FavoriteButton /> },
      ]}
      rows={data.items}
      keyOf={({ id }) => id}
    />
  </Page>
);
