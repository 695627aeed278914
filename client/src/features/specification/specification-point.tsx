import { Fragment } from 'react';
import type { Point } from 'virtual:specification';

export const SpecificationPoint = ({ number, point }: { number: number; point: Point }) => (
  <li className="point" data-established={point.established.length > 0}>
    <span className="point-number" aria-hidden="true">
      {number}
    </span>
    <h3>{point.title}</h3>
    <code>
      {point.home.split(/(?<=\/)/).map((part) => (
        <Fragment key={part}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </code>
    <div className="point-body">
      {point.established.length > 0 && (
        <dl>
          {point.established.map(({ name, detail }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{detail}</dd>
            </div>
          ))}
        </dl>
      )}
      <p>{point.standing || 'Not established yet'}</p>
    </div>
  </li>
);
