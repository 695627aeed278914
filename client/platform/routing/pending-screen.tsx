import type { ReactNode } from 'react';
import { screens as messages } from '#platform/messages/first-load.ts';
import { Skeleton } from '#platform/ui/skeleton.tsx';

interface Props {
  /** Path of the screen. Omitted for the first screen, because the document's script renders its placeholder. */
  readonly path?: string;
  readonly children?: ReactNode;
}

/** Shown until a screen has loaded. `suppressHydrationWarning` makes React keep the prerendered placeholder. */
export const PendingScreen = ({ path, children = '' }: Props) => (
  <div
    className="pending-screen"
    suppressHydrationWarning
    ref={(element) => {
      const placeholder = path && globalThis.bootstrapData?.placeholderOf(path);
      if (placeholder) element?.replaceChildren(placeholder);
    }}
  >
    {children}
  </div>
);

/** Placeholder of all screens that define none. */
export function Placeholder() {
  return (
    <div className="placeholder">
      <Skeleton label={messages.loading} shape="title" />
      <Skeleton count={3} />
      <Skeleton count={3} />
    </div>
  );
}
