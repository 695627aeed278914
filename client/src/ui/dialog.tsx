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

  // A layout effect closes the dialog before React removes it. Removing an open dialog loses the focus.
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (!open || !shown) return undefined;
    shown.showModal();
    // A dialog that scrolls starts at its top, not at its first control.
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

/** Makes the heading focusable only now: the browser would otherwise focus it in every dialog. */
function focusOn(heading: HTMLElement | null): void {
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus();
}
