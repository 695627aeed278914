import type { Ref } from 'react';
import type { ErrorTexts } from '#platform/forms/body-errors.ts';
import { messages } from '#messages/platform/forms.ts';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import type { ShownField } from './shown-fields.ts';

interface Props {
  /** The fields in the order of the page. */
  readonly fields: readonly ShownField[];
  readonly errors: ErrorTexts;
  readonly goTo: (name: string) => void;
  readonly ref: Ref<HTMLElement>;
}

/** The errors in the order of their fields, if there are several, or if one has no field. */
export function Summary({ fields, errors, goTo, ref }: Props) {
  const placed = fields.filter(({ name }) => errors[name]);
  const others = Object.keys(errors).filter((name) => !fields.some((field) => field.name === name));
  if (placed.length < 2 && others.length === 0) return null;
  const entries = [
    ...placed.map(({ name, id, label }) => ({
      text: `${label}: ${errors[name]}`,
      field: { id, goTo: () => goTo(name) },
    })),
    ...others.map((name) => ({ text: errors[name] ?? '' })),
  ];
  return <ErrorSummary ref={ref} heading={messages.summary(entries.length)} entries={entries} />;
}
