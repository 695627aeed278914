import {
  type RefObject,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import type { Controls } from '#platform/forms/body-of.ts';
import { unsaved } from '#platform/forms/unsaved.ts';
import { forgetForm, keepInput, keptTexts } from '#platform/session/kept-input.ts';
import { keepers } from '#platform/session/known-session.ts';
import { useSession } from '#platform/session/session.ts';
import { fillIn, openControlsOf } from './shown-fields.ts';

interface Input {
  /** The form has input that is not sent. */
  readonly note: () => void;
  /** It is sent. */
  readonly release: () => void;
  /** What the form held when its person was signed out, until it is sent. */
  readonly restored: Controls | undefined;
}

function useUnsaved(): Input {
  const [input] = useState(() => ({}));
  useEffect(() => () => unsaved.release(input), [input]);
  return {
    note: () => void unsaved.register('input', input),
    release: () => unsaved.release(input),
    restored: undefined,
  };
}

/** Where a person is signed out in another tab, their input is kept, and filled in again when they are signed in again. */
function useKept(form: RefObject<HTMLFormElement | null>, name: string): Input {
  const unsavedInput = useUnsaved();
  const [entry] = useState(() => ({}));
  const [isSent, setSent] = useState(false);
  const subject = useSession()?.subject;
  const found = useMemo(() => {
    const texts = subject === undefined || keepers.has(entry) ? undefined : keptTexts(subject, name);
    return texts && new Map(texts);
  }, [subject, name, entry]);
  // Later than the form, so that a screen reader says it.
  const kept = useDeferredValue(found, undefined);

  const note = () => {
    unsavedInput.note();
    keepers.set(entry, (subject, endsAt) => {
      if (form.current) keepInput(subject, endsAt, name, [...openControlsOf(form.current)]);
    });
  };
  const restore = useEffectEvent((controls: Controls) => {
    if (form.current) fillIn(form.current, controls);
    note();
    forgetForm(name);
  });
  useLayoutEffect(() => {
    if (kept) restore(kept);
  }, [kept]);
  useEffect(() => () => void keepers.delete(entry), [entry]);
  const release = () => {
    unsavedInput.release();
    keepers.delete(entry);
    forgetForm(name);
    setSent(true);
  };
  return { note, release, restored: isSent ? undefined : kept };
}

/** `name` is that of the form among those at its address. */
export const useKeptInput: (form: RefObject<HTMLFormElement | null>, name: string) => Input = import.meta.env
  .SIGN_IN
  ? useKept
  : useUnsaved;
