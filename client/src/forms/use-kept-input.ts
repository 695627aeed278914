import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import type { Controls } from '#platform/forms/body-of.ts';
import { unsaved } from '#platform/forms/unsaved.ts';
import { keepInput, takeInput } from '#platform/session/kept-input.ts';
import { keepers, subscribeToSession } from '#platform/session/known-session.ts';
import { fillIn, openControlsOf } from './shown-fields.ts';

/**
 * Input of a form that is not sent. Where its person is signed out in another tab it is kept, and filled in when they are signed in again.
 * `name` is that of the form among those at its address.
 */
export function useKeptInput(form: RefObject<HTMLFormElement | null>, name: string) {
  const [input] = useState(() => ({}));
  const [restored, setRestored] = useState<Controls>();

  const note = (): void => {
    unsaved.register('input', input);
    if (import.meta.env.SIGN_IN)
      keepers.set(input, () => form.current && keepInput(name, openControlsOf(form.current)));
  };
  const release = (): void => {
    unsaved.release(input);
    if (!import.meta.env.SIGN_IN) return;
    keepers.delete(input);
    takeInput(name);
    setRestored(undefined);
  };
  const fill = useEffectEvent((controls: Controls) => {
    if (form.current) fillIn(form.current, controls);
    note();
  });
  useLayoutEffect(() => {
    if (restored) fill(restored);
  }, [restored]);
  const restore = useEffectEvent(() => {
    const controls = keepers.has(input) ? undefined : takeInput(name);
    if (controls) setRestored(controls);
  });
  useEffect(() => {
    if (!import.meta.env.SIGN_IN) return () => unsaved.release(input);
    // Later than the form, so that a screen reader says it.
    queueMicrotask(() => restore());
    const stop = subscribeToSession(() => restore());
    return () => {
      stop();
      unsaved.release(input);
      keepers.delete(input);
    };
  }, [input]);
  return { note, release, restored };
}
