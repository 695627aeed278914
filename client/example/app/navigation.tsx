import { NavigationBar } from '#platform/routing/navigation-bar.tsx';
import { titles } from '#messages/titles.ts';
import { handbookPage } from '#features/handbook/shared/address.ts';
import { imports } from '#features/imports/shared/address.ts';
import { notes } from '#features/notes/shared/addresses.ts';
import { overview } from '#features/overview/shared/address.ts';

export const Navigation = () => (
  <NavigationBar
    label={titles.navigation}
    entries={[
      { to: notes.to(), label: titles.notes, permission: 'note:read' },
      { to: overview.to(), label: titles.overview, permission: 'note:read' },
      { to: imports.to(), label: titles.imports, permission: 'note:write' },
      {
        to: handbookPage.to({ params: { page: 'start' } }),
        label: titles.handbook,
        permission: 'status:read',
      },
    ]}
  />
);
