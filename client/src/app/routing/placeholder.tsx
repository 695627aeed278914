import { messages } from '#messages/platform/screens.ts';
import { Skeleton } from '#ui/skeleton.tsx';

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
