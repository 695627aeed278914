import { texts } from '#platform/messages/screens.ts';
import { Skeleton } from '#ui/skeleton.tsx';

/** As many as a desk shows at once. */
const POINTS = 5;

export const AwaitedPoints = () =>
  Array.from({ length: POINTS }, (_, index) => (
    <li key={index} className="point">
      <span className="point-number" aria-hidden="true">
        {index + 1}
      </span>
      <Skeleton label={index === 0 ? texts.loading : undefined} count={2} />
    </li>
  ));
