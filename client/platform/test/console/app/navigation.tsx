import { NavigationBar } from '#platform/routing/navigation-bar.tsx';

const permission = 'member:read' as 'status:read';

export const Navigation = () => (
  <NavigationBar
    label="Main"
    entries={[
      { to: '/', label: 'Services', permission },
      { to: '/owners', label: 'Owners', permission },
      { to: '/settings', label: 'Settings', permission },
    ]}
  />
);
