import { type RefObject, useEffect, useEffectEvent } from 'react';
import { forms as messages } from '#platform/messages/forms.ts';

/** Events that the user has agreed to, so that several forms ask once. */
const agreed = new WeakSet<Event>();

/**
 * Asks before a dialog around a form closes, while the form has unsent input. Before closing, the dialog fires `cancel`; so does the blocker before a
 * navigation that closes the dialog.
 */
export function useAskBeforeClosing(form: RefObject<HTMLFormElement | null>, isUnsent: () => boolean): void {
  const ask = useEffectEvent((event: Event) => {
    if (!(event.target as Element).contains(form.current) || event.defaultPrevented || !isUnsent()) return;
    if (!agreed.has(event) && !confirm(messages.closing)) {
      event.preventDefault();
      return;
    }
    agreed.add(event);
    // Releases the input. Otherwise the user would be asked again if `onClose` navigates.
    form.current?.reset();
  });
  useEffect(() => {
    const onCancel = (event: Event) => ask(event);
    // Captures, because the event does not bubble, and the form's dialog may be in the dialog that closes.
    document.addEventListener('cancel', onCancel, true);
    return () => document.removeEventListener('cancel', onCancel, true);
  }, []);
}
