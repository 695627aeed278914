import { useDeferredValue } from 'react';
import { useBffStatus } from './use-bff-status.ts';
import { BffCard, BffFact, BffFacts, BffState } from './bff-card.tsx';

/** Whether the BFF answers, live. It changes only when the answer does, so a screen reader hears it once. */
export function BffStatusCard() {
  const bff = useBffStatus();
  return (
    <BffCard>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <output> may not hold a list */}
      <div role="status" data-testid="bff-status" data-state={bff.state}>
        <BffState state={bff.state} />
        {bff.state === 'checking' && <BffFacts />}
        {bff.state === 'up' && (
          <BffFacts
            name={bff.status.name}
            version={bff.status.version}
            since={<LocalTime time={bff.status.startedAt} />}
          >
            {bff.status.dependencies.map(({ name, state }) => (
              <BffFact key={name} name={name}>
                {state}
              </BffFact>
            ))}
          </BffFacts>
        )}
      </div>
    </BffCard>
  );
}

/** Not with what is shown first: the first time that a browser formats a time takes longer than all the rest. */
function LocalTime({ time }: { time: string }) {
  const shown = useDeferredValue(time, '');
  const inWords =
    shown && new Date(shown).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
  return <time dateTime={time}>{inWords || '…'}</time>;
}
