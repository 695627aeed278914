import './page.css';
import type { ReactNode } from 'react';

interface Props {
  readonly heading: string;
  /** Introduction of one or two sentences. */
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** Renders a screen's content beneath its `h1`. The `h1` is focused after a navigation. */
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
