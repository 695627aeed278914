import { NavigationBar } from './routing/navigation-bar.tsx';

export const Navigation = () => (
  <NavigationBar
    label="Main"
    entries={[
      { to: '/', label: 'Articles', permission: 'article:read' },
      { to: '/articles/article-7', label: 'Of the day', permission: 'article:read' },
    ]}
  />
);
