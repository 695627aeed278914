import { Fragment } from 'react';
import './specification.css';
import { Page } from '#ui/page.tsx';
import { points } from './points.ts';

interface Props {
  readonly bff: 'pending' | 'up' | 'down';
  /** The same in words. */
  readonly text: string;
}

const LEAD = 'Nine points say what this application is. Each names the file that establishes it.';

/** The nine points, and whether the BFF answers. The screen and its placeholder show the same. */
export const Specification = ({ bff, text }: Props) => (
  <Page heading="Specification" lead={LEAD}>
    <output className="bff-status" data-state={bff}>
      {text}
    </output>
    <ol className="points">
      {points.map(({ title, home, isEstablished }) => (
        <li key={title} data-established={isEstablished}>
          <h2>{title}</h2>
          {/* A long path breaks between its folders. */}
          <code>
            {home.split(/(?<=\/)/).map((part) => (
              <Fragment key={part}>
                {part}
                <wbr />
              </Fragment>
            ))}
          </code>
          <p>{isEstablished ? 'Established' : 'Not established yet'}</p>
        </li>
      ))}
    </ol>
  </Page>
);
