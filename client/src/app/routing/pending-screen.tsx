import type { ReactNode } from 'react';

/**
 * Stands in place of a screen that is not loaded yet. The prerendered placeholder in it is kept by React, because the warning about a
 * different text is suppressed: https://react.dev/reference/react-dom/client/hydrateRoot#suppressing-unavoidable-hydration-mismatch-errors
 */
export const PendingScreen = ({ children = '' }: { children?: ReactNode }) => (
  <div className="pending-screen" suppressHydrationWarning>
    {children}
  </div>
);
