import { useDeferredValue } from 'react';
import { specification } from 'virtual:specification';
import { AwaitedPoints } from './pending-points.tsx';
import { BffStatusCard } from './bff-status-card.tsx';
import { HomeFrame } from './home-frame.tsx';
import { SpecificationPoint } from './specification-point.tsx';

const established = specification.filter((point) => point.established.length > 0).length;
const count = `${established} of ${specification.length} established`;

/** What the product is known to be, read from the contract at build time, and whether the BFF answers. */
function HomeScreen() {
  // The screen can be used before its long list is drawn.
  const points = useDeferredValue(specification, []);
  return (
    <HomeFrame status={<BffStatusCard />} count={count}>
      <ol>
        {points.length === 0 && <AwaitedPoints />}
        {points.map((point) => (
          <SpecificationPoint key={point.number} point={point} />
        ))}
      </ol>
    </HomeFrame>
  );
}

export { HomeScreen as Component };
