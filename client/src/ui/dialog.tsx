import './button.css';
import './dialog.css';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { messages } from '#messages/platform/components.ts';

interface Props {
  readonly open: boolean;
  readonly title: string;
  /** Called when the button, Esc or a click outside has closed the dialog. */
  readonly onClose: () => void;
  /** Label of the button that closes the dialog. */
  readonly closeLabel?: string;
  /** True if closing loses input: a click outside then does not close the dialog. */
  readonly keep?: boolean;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** A native modal dialog. */
export function Dialog({ open, title, onClose, closeLabel, keep, actions, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();

  // A layout effect closes the dialog before React removes it. Removing an open dialog loses the focus.
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (!open || !shown) return undefined;
    shown.showModal();
    // The browser focuses the first control, which would scroll a long dialog past its heading.
    const h2 = shown.querySelector('h2');
    if (h2 && shown.scrollHeight > shown.clientHeight + 1) {
      h2.tabIndex = -1;
      h2.focus();
    }
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
          <div className="actions">
            <button
              className="button"
              data-variant="quiet"
              type="button"
              onClick={() => dialog.current?.close()}
            >
              {closeLabel ?? messages.close}
            </button>
            {actions}
          </div>
        </div>
      )}
    </dialog>
  );
}
