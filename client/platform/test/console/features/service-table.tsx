import { Table } from '#platform/ui/table.tsx';
import type { Services } from '../app/contract-calls.ts';
import { FavoriteButton } from './favorite-button.tsx';
import { Icon } from './icon.tsx';
import { StateBadge } from './state-badge.tsx';

export const ServiceTable = ({ items }: Services) => (
  <Table
    caption="Services"
    columns={[
      { heading: 'Name', cell: ({ name }) => name },
      { heading: 'Owner', cell: ({ owner }) => owner },
      {
        heading: 'State',
        cell: ({ state }) => (
          <>
            <Icon state={state} />
            <StateBadge state={state} />
          </>
        ),
      },
      { heading: 'Actions', actions: true, cell: () => <FavoriteButton /> },
    ]}
    rows={items}
    keyOf={({ id }) => id}
  />
);
