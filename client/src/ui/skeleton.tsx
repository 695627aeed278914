import './skeleton.css';

interface Props {
  /** What is loading, for screen readers. Once for everything that loads together. */
  readonly label?: string | undefined;
  readonly shape?: 'text' | 'title' | 'block';
  /** The number of pieces; as many as will come keeps the layout stable. */
  readonly count?: number;
}

/** Stands in place of content that is loading, in its size. */
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
