import './button.css';
import './dialog.css';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

interface Props {
  readonly open: boolean;
  readonly title: string;
  /** It has been closed: by its button, by Esc, or beside it. */
  readonly onClose: () => void;
  /** What the button says that closes it and changes nothing. */
  readonly closeLabel?: string;
  /** Whether something would be lost with it, such as what was typed: then a press beside it does not close it. */
  readonly keep?: boolean;
  /** What else can be done: buttons. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** A modal dialog, the browser's own: it holds the focus while it is open and gives it back to what opened it. */
export function Dialog({ open, title, onClose, closeLabel = 'Close', keep, actions, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();

  // Before the paint, and before it would leave the page: a dialog that is removed while open drops the focus.
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (!open || !shown) return undefined;
    shown.showModal();
    // A long one begins at its top, not at the button where the browser finds the first stop.
    if (shown.scrollHeight > shown.clientHeight + 1) focusOn(shown.querySelector('h2'));
    return () => shown.close();
  }, [open]);

  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={heading}
      closedby={keep ? 'closerequest' : 'any'}
      onClose={() => open && !dialog.current?.open && onClose()}
    >
      {open && (
        <div className="dialog-body">
          <h2 id={heading}>{title}</h2>
          {children}
          <div className="dialog-actions">
            <button
              className="button"
              data-variant="quiet"
              type="button"
              onClick={() => dialog.current?.close()}
            >
              {closeLabel}
            </button>
            {actions}
          </div>
        </div>
      )}
    </dialog>
  );
}

/** Focusable only now: the browser would begin every dialog there. */
function focusOn(heading: HTMLElement | null): void {
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus();
}
