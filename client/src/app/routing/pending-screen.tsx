import type { ReactNode } from 'react';

/**
 * Stands in place of a screen that is not loaded yet. `suppressHydrationWarning` makes React keep the prerendered
 * placeholder in it: https://react.dev/reference/react-dom/client/hydrateRoot#suppressing-unavoidable-hydration-mismatch-errors
 */
export const PendingScreen = ({ children = '' }: { children?: ReactNode }) => (
  <div className="pending-screen" suppressHydrationWarning>
    {children}
  </div>
);
