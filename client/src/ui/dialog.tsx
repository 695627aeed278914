import './button.css';
import './dialog.css';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { messages } from '#messages/platform/components.ts';

interface Props {
  readonly open: boolean;
  readonly title: string;
  /** Called when the dialog was closed: by its button, by Esc, or by a click outside it. */
  readonly onClose: () => void;
  /** The label of the button that closes the dialog and changes nothing. */
  readonly closeLabel?: string;
  /** Whether input would be lost: then a click outside the dialog does not close it. */
  readonly keep?: boolean;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** A modal dialog, the browser's own: it keeps the focus while it is open, and gives it back to the control that opened it. */
export function Dialog({
  open,
  title,
  onClose,
  closeLabel = messages.close,
  keep,
  actions,
  children,
}: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();

  // A layout effect closes the dialog before it leaves the page: a dialog that is removed while open drops the focus.
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (!open || !shown) return undefined;
    shown.showModal();
    // A long dialog starts at its top, not at its first control.
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
          <div className="actions">
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

/** The heading is focusable only now: otherwise the browser would focus it in every dialog. */
function focusOn(heading: HTMLElement | null): void {
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus();
}
