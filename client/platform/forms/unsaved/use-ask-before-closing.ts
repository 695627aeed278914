import { type RefObject, useEffect, useEffectEvent } from 'react';
import { forms as messages } from '#platform/messages/forms.ts';

/** Asks before the dialog around a form closes, while the form has unsent input. */
export function useAskBeforeClosing(form: RefObject<HTMLFormElement | null>, isUnsent: () => boolean): void {
  const ask = useEffectEvent((event: Event) => {
    // Ignores the `cancel` event of a file input, which bubbles to the dialog.
    if (event.target !== event.currentTarget || event.defaultPrevented || !isUnsent()) return;
    if (!confirm(messages.closing)) event.preventDefault();
  });
  useEffect(() => {
    const dialog = form.current?.closest('dialog');
    const onCancel = (event: Event) => ask(event);
    dialog?.addEventListener('cancel', onCancel);
    return () => dialog?.removeEventListener('cancel', onCancel);
  }, [form]);
}
