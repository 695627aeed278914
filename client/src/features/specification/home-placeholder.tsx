import { BffCard, BffFacts } from './bff-card.tsx';
import { HomeFrame } from './home-frame.tsx';
import { responseMarks } from '#platform/screens/response-marks.tsx';

/** What the document shows of the home screen: the response of its first call stands in it before React renders. */
export function HomePlaceholder() {
  const { name, version } = responseMarks('GET /status');
  const facts = [
    ['Name', name],
    ['Version', version],
    ['Since', '…'],
  ] as const;
  const status = (
    <BffCard>
      <div data-toggle data-state="checking">
        <BffFacts state="checking" />
      </div>
      <div data-toggle data-state="up" hidden>
        <BffFacts state="up" facts={facts} />
      </div>
    </BffCard>
  );
  return <HomeFrame status={status} count="" />;
}
