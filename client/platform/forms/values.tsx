import { type ReactNode, useContext, useSyncExternalStore } from 'react';
import { pathOf } from './body/body-errors.ts';
import { bodyOf } from './body/body-of.ts';
import { currentLocale } from '#platform/language/intl.ts';
import { contentOf } from './controls.ts';
import { FieldScopeContext, useFormState } from './form-context.ts';
import { WRITTEN } from './use-unsent.ts';
import type { Incomplete, FormComponents } from './form-types.ts';

/**
 * Renders the current values of a form, a group or a row: `<Values of={NoteForm}>{({ title }) => …}</Values>`. Omits invalid values. Only this
 * component renders while the user types.
 */
export const Values = function Values({ children }: { readonly children: (values: unknown) => ReactNode }) {
  const { node, element, base } = useFormState();
  const { prefix } = useContext(FieldScopeContext);
  const watch = (onChange: () => void) => {
    const stop = new AbortController();
    for (const event of ['input', WRITTEN]) element.current?.addEventListener(event, onChange, stop);
    return () => stop.abort();
  };
  /** Returns the values as JSON, because React compares snapshots by identity. Returns undefined until the form is mounted. */
  const snapshot = () => {
    if (!element.current) return undefined;
    const body = bodyOf(node, contentOf(element.current), base, currentLocale(), true);
    return JSON.stringify(pathOf(prefix).reduce<unknown>((outer, key) => Object(outer)[key], body));
  };
  const text = useSyncExternalStore(watch, snapshot, () => undefined);
  return text !== undefined && children(JSON.parse(text));
} as <V>(props: {
  /** The form. Within a group or a list, the components that the group or list passes to its `children`. */
  readonly of: Pick<FormComponents<V>, 'body'>;
  readonly children: (values: Incomplete<V>) => ReactNode;
}) => ReactNode;
