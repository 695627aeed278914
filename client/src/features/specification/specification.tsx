import { Fragment } from 'react';
import './specification.css';
import { Page } from '#platform/ui/page.tsx';
import { points } from './points.ts';

interface Props {
  readonly bff: 'pending' | 'up' | 'down';
  readonly text: string;
}

const values = points.flatMap(({ statements }) => Object.values(statements));
const LEAD = `${values.filter(Boolean).length} of ${values.length} statements are established. Each point names its file.`;

/** Shows the nine points and the BFF's status. Used by the screen and its placeholder. */
export const Specification = ({ bff, text }: Props) => (
  <Page heading="Specification" lead={LEAD}>
    <output className="bff-status" data-state={bff}>
      {text}
    </output>
    <ol className="points">
      {points.map(({ home, statements }, index) => (
        <li key={index}>
          <div>
            <dl>
              {Object.entries(statements).map(([statement, value]) => (
                <Fragment key={statement}>
                  <dt>{statement}</dt>
                  <dd>{value ? <code>{value}</code> : 'Not established'}</dd>
                </Fragment>
              ))}
            </dl>
            <code>{home}</code>
          </div>
        </li>
      ))}
    </ol>
  </Page>
);
