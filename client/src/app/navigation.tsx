/** Navigation in the layout, such as `<NavigationBar label="Main" entries={[{ to: '/things', label: 'Things', permission: 'thing:read' }]} />`. */
export const Navigation = () => null;
