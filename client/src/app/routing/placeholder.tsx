import { messages } from '#platform/messages/screens.ts';
import { Skeleton } from '#ui/skeleton.tsx';

/** Stands in every screen's place until the screen is there. */
export function Placeholder() {
  return (
    <div className="placeholder">
      <Skeleton label={messages.loading} shape="title" />
      <Skeleton count={3} />
      <Skeleton count={3} />
    </div>
  );
}
