import './home-screen.css';
import type { ReactNode } from 'react';

interface Props {
  readonly status: ReactNode;
  /** How many of the points are established, in words. */
  readonly count: string;
  readonly children: ReactNode;
}

/** What the home screen and its placeholder have in common. */
export function HomeFrame({ status, count, children }: Props) {
  return (
    <div className="home">
      <header className="home-intro">
        <h1>Specification</h1>
        <p>
          Nine points say what this application is to be. Each names the file that establishes it, and this
          page is read from those files.
        </p>
      </header>
      <aside className="home-aside" aria-label="Operation">
        {status}
      </aside>
      <section className="home-points" aria-labelledby="points-heading">
        <h2 id="points-heading">
          The nine points
          <span className="home-count">{count}</span>
        </h2>
        {children}
      </section>
    </div>
  );
}
