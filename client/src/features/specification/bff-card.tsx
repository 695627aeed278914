import './bff-status-card.css';
import { API_PATH } from '@web/bff/contract/constants';
import type { ReactNode } from 'react';
import type { BffStatus } from './bff-status.ts';

const inWords: Readonly<Record<BffStatus['state'], string>> = {
  checking: 'Asking the BFF …',
  up: 'The BFF answers',
  down: 'The BFF does not answer',
  offline: 'You are offline',
};
const advice: Partial<Record<BffStatus['state'], string>> = {
  down: 'Calls fail until it is back; this page keeps asking.',
  offline: 'Calls fail until you are connected again; this page keeps asking.',
};

/** The card around what is known of the BFF. */
export function BffCard({ children }: { children: ReactNode }) {
  return (
    <section className="bff" aria-labelledby="bff-heading">
      <h2 id="bff-heading">Backend for frontend</h2>
      {children}
      <p className="bff-call">
        <code>GET {`${API_PATH}/status`}</code>
      </p>
    </section>
  );
}

export function BffState({ state }: { state: BffStatus['state'] }) {
  return (
    <>
      <p className="bff-state">
        <span className="bff-light" aria-hidden="true" />
        {inWords[state]}
        {advice[state] && '. '}
      </p>
      {advice[state] && <p className="bff-advice">{advice[state]}</p>}
    </>
  );
}

interface Facts {
  readonly name?: ReactNode;
  readonly version?: ReactNode;
  readonly since?: ReactNode;
  readonly children?: ReactNode;
}

/** What is known of it; what is not known yet keeps its line. */
export function BffFacts({ name = '…', version = '…', since = '…', children }: Facts) {
  return (
    <dl className="bff-facts">
      <BffFact name="Name">{name}</BffFact>
      <BffFact name="Version">{version}</BffFact>
      <BffFact name="Since">{since}</BffFact>
      {children}
    </dl>
  );
}

export function BffFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
