import './specification.css';
import type { ReactNode } from 'react';
import type { Point } from 'virtual:specification';
import { messages } from '#messages/platform/screens.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { SpecificationPoint } from './specification-point.tsx';

/** As many as a desktop shows at once. */
const PENDING = [1, 2, 3, 4, 5];

interface Props {
  readonly status: ReactNode;
  /** How many of the points are established, in words. */
  readonly count: string;
  /** Without any, a placeholder stands for them. */
  readonly points?: readonly Point[];
}

/** What the home screen and its placeholder have in common. */
export const HomeFrame = ({ status, count, points = [] }: Props) => (
  <div className="home">
    <header>
      <h1>Specification</h1>
      <p>Nine points say what this application is. Each names the file that establishes it.</p>
    </header>
    <aside aria-label="Operation">{status}</aside>
    <section aria-labelledby="points-heading">
      <h2 id="points-heading">
        The nine points <span>{count}</span>
      </h2>
      <ol>
        {points.map((point, index) => (
          <SpecificationPoint key={point.title} number={index + 1} point={point} />
        ))}
        {points.length === 0 &&
          PENDING.map((number) => (
            <li key={number} className="point">
              <span className="point-number" aria-hidden="true">
                {number}
              </span>
              <Skeleton label={number === 1 ? messages.loading : undefined} count={2} />
            </li>
          ))}
      </ol>
    </section>
  </div>
);
