import { useEffect, useEffectEvent } from 'react';
import { keepers } from '#platform/forms/unsaved.ts';
import { takeInput } from '#platform/session/kept-input.ts';
import { useFormState } from './form-context.ts';
import { KeptInput } from './kept-input.tsx';

/**
 * Within a form: what was entered is there again after a reload, for the same person in the same tab, without files and secrets. It goes
 * with success, with sign-out, with the session, and when the person leaves the form.
 */
export function Draft() {
  const { input, name } = useFormState();
  const leave = useEffectEvent(() => void takeInput(name));
  useEffect(() => {
    let wasHidden = false;
    // Also before a reload, and before a phone drops the page.
    const hide = () => {
      wasHidden ||= document.hidden;
      if (document.hidden) keepers.get(input)?.keep();
    };
    document.addEventListener('visibilitychange', hide);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      // The person has agreed to lose it.
      if (wasHidden) leave();
    };
  }, [input]);
  return !import.meta.env.SIGN_IN && <KeptInput />;
}
