import './bff-status-card.css';
import { API_PATH } from '@web/bff/contract/constants';
import { useBffStatus } from '#platform/use-bff-status.ts';

const inWords = {
  checking: 'Asking the BFF …',
  up: 'The BFF answers',
  down: 'The BFF does not answer',
} as const;

/** Whether the BFF answers, live. It changes only when the answer does, so a screen reader hears it once. */
export function BffStatusCard() {
  const bff = useBffStatus();
  return (
    <section className="bff" aria-labelledby="bff-heading">
      <h2 id="bff-heading">Backend for frontend</h2>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <output> may not hold a list */}
      <div role="status" data-testid="bff-status" data-state={bff.state}>
        <p className="bff-state">
          <span className="bff-light" aria-hidden="true" />
          {inWords[bff.state]}
          {bff.state === 'down' && '. '}
        </p>
        {bff.state === 'down' && (
          <p className="bff-advice">Calls fail until it is back; this page keeps asking.</p>
        )}
        {bff.state === 'up' && (
          <dl className="bff-facts">
            <div>
              <dt>Name</dt>
              <dd>{bff.status.name}</dd>
            </div>
            <div>
              <dt>Version</dt>
              <dd>{bff.status.version}</dd>
            </div>
            <div>
              <dt>Since</dt>
              <dd>
                <time dateTime={bff.status.startedAt}>{inLocalTime(bff.status.startedAt)}</time>
              </dd>
            </div>
            {bff.status.dependencies.map(({ name, state }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{state}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      <p className="bff-call">
        <code>GET {`${API_PATH}/status`}</code>
      </p>
    </section>
  );
}

const inLocalTime = (time: string): string =>
  new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
