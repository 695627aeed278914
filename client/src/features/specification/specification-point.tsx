import './specification-point.css';
import { Fragment } from 'react';
import type { Fact, Point } from 'virtual:specification';

export function SpecificationPoint({ point }: { point: Point }) {
  const { number, title, home, standing, established } = point;
  const products = established.filter((fact) => !fact.platform);
  const platforms = established.filter((fact) => fact.platform);
  return (
    <li className="point" data-point={number} data-established={products.length > 0}>
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
        {established.length === 0 && <p className="point-nothing">Not established yet</p>}
        {products.length > 0 && <Facts facts={products} />}
        {platforms.length > 0 && (
          <details>
            <summary>{standing}</summary>
            <Facts facts={platforms} />
          </details>
        )}
      </div>
    </li>
  );
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="point-facts">
      {facts.map(({ name, detail }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{detail}</dd>
        </div>
      ))}
    </dl>
  );
}
