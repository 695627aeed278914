import './notice.css';
import type { ReactNode } from 'react';

interface Props {
  readonly kind: 'info' | 'success' | 'error';
  readonly title?: string;
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

const marks = {
  info: 'M8 7.2v4M8 4.6v.2',
  success: 'm4.8 8.3 2.2 2.2 4.2-4.8',
  error: 'M8 4.4v4M8 11.2v.2',
} as const;

/** A message, shown if it has children. Keep it mounted while empty: screen readers announce only changes of a live region. */
export function Notice({ kind, title, action, children }: Props) {
  return (
    <div className="notice-region" role={kind === 'error' ? 'alert' : 'status'}>
      {children && (
        <div className="notice" data-kind={kind}>
          <svg className="notice-mark" viewBox="0 0 16 16" aria-hidden="true">
            {kind === 'error' ? <path d="M8 .8 15.4 14.4H.6Z" /> : <circle cx="8" cy="8" r="7" />}
            <path d={marks[kind]} />
          </svg>
          <div className="notice-body">
            {title && <p className="notice-title">{title}</p>}
            <div>{children}</div>
          </div>
          {action && <div className="notice-action">{action}</div>}
        </div>
      )}
    </div>
  );
}
