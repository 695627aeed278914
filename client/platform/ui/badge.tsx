import './badge.css';

interface Props {
  readonly kind?: 'neutral' | 'good' | 'warning' | 'bad';
  readonly children: string;
}

/** A state in one or two words. The text must convey the state without the color, because not everyone can see it. */
export const Badge = ({ kind = 'neutral', children }: Props) => (
  <span className="badge" data-kind={kind}>
    {children}
  </span>
);
