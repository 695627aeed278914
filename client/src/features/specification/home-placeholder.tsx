import { AwaitedPoints } from './pending-points.tsx';
import { BffCard, BffFacts, BffState } from './bff-card.tsx';
import { HomeFrame } from './home-frame.tsx';

/** What the document shows of the home screen: the answer of its first call stands in it before React does. */
export function HomePlaceholder() {
  const status = (
    <BffCard>
      <div data-first data-state="checking">
        <BffState state="checking" />
        <BffFacts />
      </div>
      <div data-first data-state="up" hidden>
        <BffState state="up" />
        <BffFacts name={<span data-slot="name" />} version={<span data-slot="version" />} />
      </div>
    </BffCard>
  );
  return (
    <HomeFrame status={status} count="">
      <ol>
        <AwaitedPoints />
      </ol>
    </HomeFrame>
  );
}
