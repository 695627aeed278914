import { NavigationBar } from '#platform/routing/navigation-bar.tsx';

const entries = [
  { to: '/test/listing', label: 'Lists', permission: 'status:read' },
  { to: '/test/listing/a', label: 'One list', permission: 'status:read' },
] as const;

export const Navigation = () => <NavigationBar label="Tests" entries={entries} />;
