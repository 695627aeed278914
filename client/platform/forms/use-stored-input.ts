import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { Controls } from './body/body-of.ts';
import { type FormInput, storeInput } from '#platform/session/stored-input.ts';
import { subscribeToSession } from '#platform/session/known-session.ts';
import { controlsOf } from './dom-controls.ts';

/** Autofill tokens of fields that are not stored (HTML Living Standard, 4.10.18.7). */
const SECRET = /(?:^|\s)(?:off|one-time-code|current-password|new-password|cc-\S+)(?:\s|$)/i;

interface Options {
  readonly form: RefObject<HTMLFormElement | null>;
  /** Call, request and initial values of the form. Input is restored only into a form with the same three. */
  readonly opened: string;
  readonly step: number;
  readonly isUnsent: () => boolean;
  readonly restore: (input: FormInput) => void;
}

/**
 * Stores changed input when the page is hidden, for example by a reload or a sign-out. Restores the input for the same user. Skips files and secrets.
 * Returns a function that deletes the stored input.
 */
export function useStoredInput({ form, opened, step, isUnsent, restore }: Options): () => void {
  const first = useRef<Controls>(new Map());
  /** Key of the stored input: `opened` when the user began to edit. A refetch changes `opened`, but not the input. */
  const name = useRef(opened);
  useEffect(() => {
    if (!form.current || isUnsent()) return;
    first.current = controlsOf(form.current, isOpen);
    name.current = opened;
  });
  const keep = useEffectEvent(() => {
    const now = document.hidden && isUnsent() && form.current && controlsOf(form.current, isOpen);
    const controls = now ? changed(first.current, now) : [];
    storeInput(name.current, controls.length > 0 ? { step, controls } : undefined);
  });
  const restoreDraft = useEffectEvent(() => {
    const kept = isUnsent() ? undefined : storeInput(name.current);
    if (kept) restore(kept);
  });
  useEffect(() => {
    const onChange = () => keep();
    document.addEventListener('visibilitychange', onChange);
    // Waits until the form has rendered, so that screen readers announce the notice of the restored input.
    queueMicrotask(() => restoreDraft());
    const stop = subscribeToSession(() => restoreDraft());
    return () => {
      document.removeEventListener('visibilitychange', onChange);
      stop();
    };
  }, []);
  return () => void storeInput(name.current);
}

const isOpen = (control: Element): boolean =>
  !control.matches('[type=password], [type=file], [type=hidden]') &&
  !SECRET.test(control.closest('[autocomplete]')?.getAttribute('autocomplete') ?? '');

/** Returns the changed controls. For a changed list, returns all its controls, because rows may have moved. */
function changed(first: Controls, now: Controls) {
  const wholeOf = (name: string) => name.split('[', 1)[0];
  const isChanged = (name: string) => String(first.get(name)) !== String(now.get(name));
  const wholes = new Set([...first.keys(), ...now.keys()].filter(isChanged).map(wholeOf));
  return [...now].filter(([name]) => wholes.has(wholeOf(name)));
}
