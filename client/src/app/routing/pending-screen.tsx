import type { ReactNode } from 'react';

/**
 * In place of a screen that is not there yet. The build draws its placeholder into it; React, told of a text that may differ,
 * leaves the element as it finds it: https://react.dev/reference/react-dom/client/hydrateRoot#suppressing-unavoidable-hydration-mismatch-errors
 */
export const PendingScreen = ({ children = '' }: { children?: ReactNode }) => (
  <div className="pending-screen" suppressHydrationWarning>
    {children}
  </div>
);
