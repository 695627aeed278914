import { Fragment } from 'react';
import type { Point } from 'virtual:specification';

export function SpecificationPoint({ point }: { point: Point }) {
  const { number, title, home, standing, established } = point;
  return (
    <li className="point" data-point={number} data-established={established.length > 0}>
      <span className="point-number" aria-hidden="true">
        {number}
      </span>
      <h3>{title}</h3>
      <code className="point-home">
        {home.split(/(?<=\/)/).map((part) => (
          <Fragment key={part}>
            {part}
            <wbr />
          </Fragment>
        ))}
      </code>
      <div className="point-body">
        {established.length > 0 && (
          <dl className="point-facts">
            {established.map(({ name, detail }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{detail}</dd>
              </div>
            ))}
          </dl>
        )}
        <p className="point-standing">{standing || 'Not established yet'}</p>
      </div>
    </li>
  );
}
