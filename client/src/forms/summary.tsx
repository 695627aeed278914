import type { Ref } from 'react';
import { messages } from '#messages/platform/forms.ts';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import type { ShownField } from './shown-fields.ts';

interface Props {
  /** The fields in the order of the page. */
  readonly fields: readonly ShownField[];
  /** By the names of the fields. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly goTo: (name: string) => void;
  readonly ref: Ref<HTMLElement>;
}

/** The errors in the order of their fields, if there are several, or if one has no field. */
export function Summary({ fields, errors, goTo, ref }: Props) {
  const textOf = (name: string) => errors[name]?.[0] ?? '';
  const placed = fields.filter(({ name }) => errors[name]);
  const others = Object.keys(errors).filter((name) => !fields.some((field) => field.name === name));
  if (placed.length < 2 && others.length === 0) return null;
  const entries = [
    ...placed.map(({ name, id, label }) => ({
      text: `${label}: ${textOf(name)}`,
      field: { id, goTo: () => goTo(name) },
    })),
    ...others.map((name) => ({ text: textOf(name) })),
  ];
  return <ErrorSummary ref={ref} heading={messages.summary} entries={entries} />;
}
