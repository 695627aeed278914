import './skeleton.css';

interface Props {
  /** Text for screen readers. Set it once per group of skeletons. */
  readonly label?: string | undefined;
  readonly shape?: 'text' | 'title' | 'block';
  /** Number of lines or blocks. */
  readonly count?: number;
}

/** A placeholder with the size of the content that is loading. */
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
