import './page.css';
import type { ReactNode } from 'react';

interface Props {
  readonly heading: string;
  /** One or two sentences on what the screen is for. */
  readonly lead?: ReactNode;
  /** Buttons and links for the whole screen. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** The start of a screen: its one first-level heading, which takes the focus after a navigation. */
export function Page({ heading, lead, actions, children }: Props) {
  return (
    <div className="page">
      <header className="page-header">
        <div className="page-intro">
          <h1>{heading}</h1>
          {lead && <p>{lead}</p>}
        </div>
        {actions && <div className="actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
