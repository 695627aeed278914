import { unsaved } from '#platform/forms/unsaved.ts';

/** The input of one form, registered once however often `register` is called. */
export function unsavedInput() {
  let release: (() => void) | undefined;
  return {
    register: (): void => {
      release ??= unsaved.register('input');
    },
    release: (): void => {
      release?.();
      release = undefined;
    },
  };
}
