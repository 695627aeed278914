import './button.css';
import './dialog.css';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { messages } from '#platform/messages/components.ts';

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

  // For browsers without `closedby`. A click outside has the dialog itself as its target.
  useEffect(() => {
    const shown = dialog.current;
    if (!shown || keep || 'closedBy' in HTMLDialogElement.prototype) return undefined;
    const onClick = ({ target, clientX: x, clientY: y }: MouseEvent) => {
      const { left, right, top, bottom } = shown.getBoundingClientRect();
      if (target === shown && (x < left || x > right || y < top || y > bottom)) requestClose(shown);
    };
    shown.addEventListener('click', onClick);
    return () => shown.removeEventListener('click', onClick);
  }, [keep]);

  // Without it, browsers close the dialog at a second Esc, even if the first was prevented.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
    event.preventDefault();
    requestClose(dialog.current);
  };

  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={heading}
      closedby={keep ? 'closerequest' : 'any'}
      onKeyDown={onKeyDown}
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
              onClick={() => requestClose(dialog.current)}
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

/** Closes the dialog unless a `cancel` listener, such as that of an edited form, prevents it. HTML's `requestClose` is too new. */
function requestClose(dialog: HTMLDialogElement | null): void {
  if (dialog?.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close();
}
