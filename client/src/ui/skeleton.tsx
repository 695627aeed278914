import './skeleton.css';

interface Props {
  /** What is awaited, in words: read out in place of the grey. Once for all that is awaited together. */
  readonly label?: string | undefined;
  readonly shape?: 'text' | 'title' | 'block';
  /** How many of them; as many as will come keeps the page from jumping. */
  readonly count?: number;
}

/** Stands where something will be, in its size. */
export function Skeleton({ label, shape = 'text', count = 1 }: Props) {
  return (
    <div className="skeleton" data-shape={shape}>
      {label && <output className="visually-hidden">{label}</output>}
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className="skeleton-piece" aria-hidden="true" />
      ))}
    </div>
  );
}
