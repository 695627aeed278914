/** Renders the layout's navigation: `<NavigationBar label="Main" entries={[{ to: '/things', label: 'Things', permission: 'thing:read' }]} />`. */
export const Navigation = () => null;
