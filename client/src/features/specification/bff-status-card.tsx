import { useDeferredValue } from 'react';
import { intl } from '#platform/language/intl.ts';
import { BffCard, BffFacts } from './bff-card.tsx';
import { useBffStatus } from './use-bff-status.ts';

/** Whether the BFF answers, live. It changes only when the answer does, so that a screen reader reads it once. */
export function BffStatusCard() {
  const { state, status } = useBffStatus();
  const facts = status && [
    ['Name', status.name] as const,
    ['Version', status.version] as const,
    ['Since', <LocalTime key="since" time={status.startedAt} />] as const,
    ...status.dependencies.map((dependency) => [dependency.name, dependency.state] as const),
  ];
  return (
    <BffCard>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <output> may not hold a list */}
      <div role="status" data-testid="bff-status" data-state={state}>
        <BffFacts state={state} {...(facts && { facts })} />
      </div>
    </BffCard>
  );
}

/** Not part of the first render: the first time that a browser formats a time takes longer than everything else. */
function LocalTime({ time }: { time: string }) {
  const shown = useDeferredValue(time, '');
  const format = { dateStyle: 'medium', timeStyle: 'medium' } as const;
  return <time dateTime={time}>{shown ? intl('DateTimeFormat', format).format(new Date(shown)) : '…'}</time>;
}
