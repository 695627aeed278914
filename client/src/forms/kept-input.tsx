import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { messages } from '#messages/platform/forms.ts';
import type { Controls } from '#platform/forms/body-of.ts';
import { inLocale } from '#platform/forms/in-locale.ts';
import { currentLocale } from '#platform/language/intl.ts';
import { keepers, unsaved } from '#platform/forms/unsaved.ts';
import { keepInput, takeInput } from '#platform/session/kept-input.ts';
import { subscribeToSession } from '#platform/session/known-session.ts';
import { Notice } from '#ui/notice.tsx';
import { useFormState } from './form-context.ts';
import { fillIn, openControlsOf, stepIn, touchedControlsOf } from './shown-fields.ts';

/** Where the language is kept in which numbers were entered. */
const LOCALE = ' locale';

/**
 * Keeps what was entered and not sent where the person is signed out in another tab, and when a `Draft` asks. It is filled in when the same
 * person is there again.
 */
export function KeptInput() {
  const { form, name, schema, input, restored, restore, showStep, noteInput } = useFormState();
  const fill = useEffectEvent((controls: Controls) => {
    if (form.current) fillIn(form.current, controls);
    showStep(stepIn(controls));
    noteInput();
  });
  useLayoutEffect(() => {
    if (restored) fill(restored);
  }, [restored]);

  /** The form's input at first, and after each success. */
  const initial = useRef('');
  const openInput = () => (form.current ? JSON.stringify([...openControlsOf(form.current)]) : '');
  useEffect(() => {
    if (!unsaved.has(input)) initial.current = openInput();
  });
  const keep = useEffectEvent(() => {
    if (!form.current || !unsaved.has(input)) return;
    // A row added and removed again is not input, nor is a secret alone.
    if (openInput() === initial.current) takeInput(name);
    else keepInput(name, touchedControlsOf(form.current).set(LOCALE, [currentLocale()]));
  });
  const forget = useEffectEvent(() => {
    takeInput(name);
    restore(undefined);
  });
  const giveBack = useEffectEvent(() => {
    const controls = unsaved.has(input) ? undefined : takeInput(name);
    if (controls) restore(inLocale(schema, controls, controls.get(LOCALE)?.[0] ?? '', currentLocale()));
  });
  useEffect(() => {
    keepers.set(input, { keep: () => keep(), forget: () => forget() });
    // Later than the form, so that a screen reader says it.
    queueMicrotask(() => giveBack());
    const stop = subscribeToSession(() => giveBack());
    return () => {
      stop();
      keepers.delete(input);
    };
  }, [input]);
  return <Notice kind="info">{restored && messages.restored}</Notice>;
}
