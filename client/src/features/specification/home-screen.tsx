import { useDeferredValue } from 'react';
import { specification } from 'virtual:specification';
import { BffStatusCard } from './bff-status-card.tsx';
import { HomeFrame } from './home-frame.tsx';

const established = specification.filter((point) => point.established.length > 0).length;
const count = `${established} of ${specification.length} established`;

/** What the product is known to be, read from the contract at build time, and whether the BFF answers. */
export function Component() {
  // The screen can be used before its long list is rendered.
  const points = useDeferredValue(specification, []);
  return <HomeFrame status={<BffStatusCard />} count={count} points={points} />;
}
