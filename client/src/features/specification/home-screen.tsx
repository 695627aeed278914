import './home-screen.css';
import { specification } from 'virtual:specification';
import { BffStatusCard } from './bff-status-card.tsx';
import { SpecificationPoint } from './specification-point.tsx';

const established = specification.filter((point) => point.established.some((fact) => !fact.platform)).length;

/** What the product is known to be, read from the contract at build time, and whether the BFF answers. */
function HomeScreen() {
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
        <BffStatusCard />
      </aside>
      <section className="home-points" aria-labelledby="points-heading">
        <h2 id="points-heading">
          The nine points
          <span className="home-count">{`${established} of ${specification.length} established`}</span>
        </h2>
        <ol>
          {specification.map((point) => (
            <SpecificationPoint key={point.number} point={point} />
          ))}
        </ol>
      </section>
    </div>
  );
}

export { HomeScreen as Component };
