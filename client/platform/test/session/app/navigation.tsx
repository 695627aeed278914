import { NavigationBar } from '#platform/routing/navigation-bar.tsx';

const entry = (label: string, permission: string) => ({
  to: label === 'Home' ? '/' : `/${label.toLowerCase()}`,
  label,
  permission: permission as 'status:read',
});

export const Navigation = () => (
  <NavigationBar
    label="Main"
    entries={[entry('Members', 'member:read'), entry('Home', 'status:read'), entry('Admin', 'admin:read')]}
  />
);
