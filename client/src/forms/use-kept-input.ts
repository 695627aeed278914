import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import type { Controls } from '#platform/forms/body-of.ts';
import { unsaved } from '#platform/forms/unsaved.ts';
import { keepInput, takeInput } from '#platform/session/kept-input.ts';
import { keepers, subscribeToSession } from '#platform/session/known-session.ts';
import { fillIn, openControlsOf } from './shown-fields.ts';

interface Options {
  /** Of the form among those at its address. */
  readonly name: string;
  /** Whether the input is kept over a reload, too. */
  readonly isDraft: boolean | undefined;
  /** The controls have got what they held before. */
  readonly onRestored: (controls: Controls) => void;
}

/**
 * Input of a form that is not sent. It is kept where its person is signed out in another tab, and over a reload if it is a draft; it is
 * filled in when the same person is there again.
 */
export function useKeptInput(
  form: RefObject<HTMLFormElement | null>,
  { name, isDraft, onRestored }: Options,
) {
  const isKept = isDraft || import.meta.env.SIGN_IN;
  const [input] = useState(() => ({}));
  const [restored, setRestored] = useState<Controls>();

  const note = (): void => {
    unsaved.register('input', input);
    if (isKept) keepers.set(input, () => form.current && keepInput(name, openControlsOf(form.current)));
  };
  const release = (): void => {
    unsaved.release(input);
    if (!isKept) return;
    keepers.delete(input);
    takeInput(name);
    setRestored(undefined);
  };
  const fill = useEffectEvent((controls: Controls) => {
    if (form.current) fillIn(form.current, controls);
    onRestored(controls);
    note();
  });
  useLayoutEffect(() => {
    if (restored) fill(restored);
  }, [restored]);
  const restore = useEffectEvent(() => {
    const controls = keepers.has(input) ? undefined : takeInput(name);
    if (controls) setRestored(controls);
  });
  const leave = useEffectEvent(() => {
    unsaved.release(input);
    // The person has agreed to lose it.
    if (keepers.delete(input)) takeInput(name);
  });
  useEffect(() => {
    if (!isKept) return () => leave();
    const keep = () => document.hidden && keepers.get(input)?.();
    // Later than the form, so that a screen reader says it.
    queueMicrotask(() => restore());
    const stop = subscribeToSession(() => restore());
    // Also before a reload, and before a phone drops the page.
    if (isDraft) document.addEventListener('visibilitychange', keep);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', keep);
      leave();
    };
  }, [input, isKept, isDraft]);
  return { note, release, restored };
}
