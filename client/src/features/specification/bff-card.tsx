import { API_PATH } from '@web/bff/contract/constants';
import type { ReactNode } from 'react';
import type { BffStatus } from './use-bff-status.ts';

const labels: Readonly<Record<BffStatus['state'], string>> = {
  checking: 'Asking the BFF …',
  up: 'The BFF answers',
  down: 'The BFF does not answer',
  offline: 'You are offline',
};
const ADVICE = 'Calls fail for now; this page keeps asking.';

/** The card around what is known of the BFF. */
export const BffCard = ({ children }: { children: ReactNode }) => (
  <section className="bff" aria-labelledby="bff-heading">
    <h2 id="bff-heading">Backend for frontend</h2>
    {children}
    <p className="bff-call">GET {`${API_PATH}/status`}</p>
  </section>
);

interface Props {
  readonly state: BffStatus['state'];
  /** Name, version and start of the BFF, and what it depends on; while they are not known, a row stands for each. */
  readonly facts?: readonly (readonly [name: string, value: ReactNode])[];
}

export const BffFacts = ({ state, facts = [] }: Props) => {
  const isDown = state === 'down' || state === 'offline';
  return (
    <>
      <p className="bff-state">
        <span className="bff-light" aria-hidden="true" />
        {labels[state]}
        {isDown && '. '}
      </p>
      {isDown ? (
        <p className="bff-advice">{ADVICE}</p>
      ) : (
        <dl className="bff-facts">
          {(facts.length > 0 ? facts : noFacts).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
};

const noFacts = ['Name', 'Version', 'Since'].map((name) => [name, '…'] as const);
