/**
 * The navigation in the frame: none yet. With entries in their order, it is
 * `<NavigationBar label="Main" entries={[{ to: '/things', label: 'Things', permission: 'thing:read' }]} />`.
 */
export const Navigation = () => null;
