import './button.css';
import './dialog.css';
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { components as messages } from '#platform/messages/first-load.ts';
import { DialogFooter } from './dialog-footer.ts';

interface Props {
  readonly open: boolean;
  readonly title: string;
  /** Called when the button, Esc or a click outside has closed the dialog. */
  readonly onClose: () => void;
  readonly closeLabel?: string;
  /** Search parameter that opens the dialog. A navigation that changes it asks like closing the dialog. */
  readonly searchParam?: string;
  /** For a table or a long form. */
  readonly size?: 'wide';
  /** True if closing loses input: a click outside then does not close the dialog. */
  readonly keep?: boolean;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/**
 * A native modal dialog. The content scrolls. The footer, with the dialog's buttons and a form's submit button, does not; in a low window, the whole
 * dialog scrolls.
 */
export function Dialog(props: Props) {
  const { open, title, onClose, closeLabel, searchParam, size, keep, actions, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [footer, setFooter] = useState<HTMLElement | null>(null);
  const heading = useId();

  // Removing an open dialog loses the focus, so the layout effect's cleanup closes the dialog before React removes it.
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (!open || !shown) return undefined;
    show(shown);
    const scrolled = content.current;
    if (scrolled && [scrolled, shown].some(isScrollable)) {
      // Focuses the content, so that the keyboard scrolls from its top. By default, the browser focuses the first control and scrolls to it.
      scrolled.tabIndex = 0;
      scrolled.focus({ preventScroll: true });
      scrolled.scrollTop = 0;
      shown.scrollTop = 0;
    }
    return () => shown.close();
  }, [open]);

  // Closes the dialog on a click outside, in browsers without `closedby`. The target of this click is the dialog.
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

  // Handles Esc, because browsers close the dialog at the second Esc, even if a `cancel` listener prevents it.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
    event.preventDefault();
    requestClose(dialog.current);
  };

  return (
    <dialog
      ref={dialog}
      className="dialog"
      data-size={size}
      data-search-param={searchParam}
      aria-labelledby={heading}
      closedby={keep ? 'closerequest' : 'any'}
      onKeyDown={onKeyDown}
      onClose={() => open && !dialog.current?.open && onClose()}
    >
      {open && (
        <div className="dialog-body">
          <h2 id={heading}>{title}</h2>
          <div className="dialog-content" ref={content}>
            <DialogFooter value={footer}>{children}</DialogFooter>
          </div>
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
            <div className="dialog-slot" ref={setFooter} />
          </div>
        </div>
      )}
    </dialog>
  );
}

/** Opens a dialog above the dialogs that contain it. If they open at once, React runs the innermost effect first. */
function show(dialog: HTMLDialogElement): void {
  const outer = dialog.parentElement?.closest('dialog');
  if (outer) show(outer);
  if (!dialog.open) dialog.showModal();
}

const isScrollable = ({ scrollHeight, clientHeight }: Element): boolean => scrollHeight > clientHeight + 1;

/**
 * Closes the dialog unless a `cancel` listener, such as that of an edited form, prevents it. HTML's `requestClose` is too new for the oldest
 * browsers.
 */
function requestClose(dialog: HTMLDialogElement | null): void {
  if (dialog?.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close();
}
