import { specification } from 'virtual:specification';
import { BffStatusCard } from './bff-status-card.tsx';
import { HomeFrame } from './home-frame.tsx';
import { SpecificationPoint } from './specification-point.tsx';

const established = specification.filter((point) => point.established.some((fact) => !fact.platform)).length;
const count = `${established} of ${specification.length} established`;

/** What the product is known to be, read from the contract at build time, and whether the BFF answers. */
function HomeScreen() {
  return (
    <HomeFrame status={<BffStatusCard />} count={count}>
      <ol>
        {specification.map((point) => (
          <SpecificationPoint key={point.number} point={point} />
        ))}
      </ol>
    </HomeFrame>
  );
}

export { HomeScreen as Component };
