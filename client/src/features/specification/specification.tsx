import './specification.css';
import type { ReactNode } from 'react';
import { Page } from '#ui/page.tsx';
import { points } from './points.ts';

const LEAD = 'Nine points say what this application is. Each names the file that establishes it.';

/** The nine points; `status` says whether the BFF answers. The screen and its placeholder show the same. */
export const Specification = ({ status }: { readonly status: ReactNode }) => (
  <Page heading="Specification" lead={LEAD}>
    <div className="bff-status">{status}</div>
    <ol className="points">
      {points.map(({ title, home, isEstablished }) => (
        <li key={title} data-established={isEstablished}>
          <h2>{title}</h2>
          <code>{home}</code>
          <p>{isEstablished ? 'Established' : 'Not established yet'}</p>
        </li>
      ))}
    </ol>
  </Page>
);
