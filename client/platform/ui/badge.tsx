import './badge.css';

interface Props {
  readonly kind?: 'neutral' | 'good' | 'warning' | 'bad';
  readonly children: string;
}

/** A state in one or two words. The text says it, too, because not everybody sees the color. */
export const Badge = ({ kind = 'neutral', children }: Props) => (
  <span className="badge" data-kind={kind}>
    {children}
  </span>
);
