import type { ReactNode } from 'react';

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
