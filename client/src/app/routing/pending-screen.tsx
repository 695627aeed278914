import type { ReactNode } from 'react';
import { messages } from '#messages/platform/screens.ts';
import { Skeleton } from '#ui/skeleton.tsx';

interface Props {
  /** The path of the screen; without one, the document's script has put its placeholder there. */
  readonly path?: string;
  readonly children?: ReactNode;
}

/**
 * Stands in place of a screen that is not loaded yet. `suppressHydrationWarning` makes React keep the prerendered
 * placeholder in it: https://react.dev/reference/react-dom/client/hydrateRoot#suppressing-unavoidable-hydration-mismatch-errors
 */
export const PendingScreen = ({ path, children = '' }: Props) => (
  <div
    className="pending-screen"
    suppressHydrationWarning
    ref={(element) => {
      const placeholder = path && globalThis.embedded?.placeholderOf(path);
      if (placeholder) element?.replaceChildren(placeholder);
    }}
  >
    {children}
  </div>
);

/** Stands in place of every screen that has no placeholder of its own, until the screen is loaded. */
export function Placeholder() {
  return (
    <div className="placeholder">
      <Skeleton label={messages.loading} shape="title" />
      <Skeleton count={3} />
      <Skeleton count={3} />
    </div>
  );
}
