import { Link } from '#ui/link.tsx';

export function LinkSamples() {
  return (
    <>
      <p>
        In a sentence, a link leads to <Link to="/">the specification</Link> or to{' '}
        <Link href="https://www.w3.org/TR/WCAG22/">another site</Link>.
      </p>
      <div className="actions">
        <Link to="/" variant="primary">
          Go to the specification
        </Link>
        <Link to="/" variant="quiet">
          Back to the list
        </Link>
      </div>
    </>
  );
}
