import './frame.css';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

interface Props {
  readonly menu?: ReactNode;
  readonly children: ReactNode;
}

/** The frame around both screens, the same in every application that is compared. */
export const Frame = ({ menu, children }: Props) => (
  <div className="layout">
    <header className="layout-header">
      <Link to="/">Articles</Link>
      {menu}
    </header>
    <main className="layout-main" id="main" tabIndex={-1}>
      {children}
    </main>
    <footer className="layout-footer">
      <p>The same two screens everywhere.</p>
    </footer>
  </div>
);
