import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { forms as messages } from '#platform/messages/forms.ts';
import { type ErrorTexts, pathOf } from './body/body-errors.ts';
import { ErrorSummary } from './elements/error-summary.tsx';
import type { ShownField } from './form-fields.ts';

/** Manages a form's errors by field name. Renders a summary of several errors, or of one error that belongs to no field. */
export function useErrors(
  form: RefObject<HTMLFormElement | null>,
  fields: ReadonlyMap<string, ShownField>,
  showStep: (step: number) => void,
) {
  const [errors, setErrors] = useState<ErrorTexts>(new Map());
  /** Fields in the page at the last submission, in document order. Empty if the submission had no errors. */
  const [checked, setChecked] = useState<readonly ShownField[]>([]);
  const summary = useRef<HTMLElement>(null);

  const goTo = ({ id, step }: ShownField): void => {
    if (step !== undefined) flushSync(() => showStep(step));
    document.getElementById(id)?.focus();
  };
  /** Shows the errors of a submission. Focuses the first invalid field, or the summary. */
  const show = (found: ErrorTexts): void => {
    const inPage = [...(form.current?.querySelectorAll('[id]') ?? [])];
    const shown = inPage.flatMap(({ id }) => fields.get(id) ?? []);
    flushSync(() => {
      setErrors(found);
      setChecked(found.size > 0 ? shown : []);
    });
    const first = shown.find(({ name }) => found.has(name));
    if (first) goTo(first);
    else summary.current?.focus();
  };
  const checkedNames = new Set(checked.map(({ name }) => name));
  const update = (found: ErrorTexts): void => {
    const names = new Set(Array.from(fields.values(), ({ name }) => name));
    // A new row shows no errors before it is submitted.
    const isNew = (name: string) => names.has(name) && !checkedNames.has(name);
    const shown = new Map([...found].filter(([name]) => !isNew(name)));
    setErrors((before) => (areEqual(before, shown) ? before : shown));
  };

  const placed = checked.filter(({ name }) => errors.has(name));
  const others = [...errors].filter(([name]) => !checkedNames.has(name));
  const entries = [
    ...placed.map((field) => ({
      text: `${field.label}: ${errors.get(field.name)}`,
      field: { id: field.id, goTo: () => goTo(field) },
    })),
    ...others.map(([name, text]) => withPlace(name, text, checked, goTo)),
  ];
  const isNeeded = entries.length > 1 || others.length > 0;
  return {
    errors,
    /** True if the last submission had errors. */
    isShown: checked.length > 0,
    show,
    update,
    summary: isNeeded && (
      <ErrorSummary ref={summary} heading={messages.summary(entries.length)} entries={entries} />
    ),
  };
}

/** Creates the summary's entry for an error without a field. Names the error's path, and links to the nearest visible group or list. */
function withPlace(
  name: string,
  text: string,
  fields: readonly ShownField[],
  goTo: (field: ShownField) => void,
) {
  const outer = fields
    .filter((field) => name.startsWith(`${field.name}.`) || name.startsWith(`${field.name}[`))
    .toSorted((one, other) => other.name.length - one.name.length)[0];
  if (!outer) return { text: name ? `${name}: ${text}` : text };
  // Rows are counted from 1: `[3].type` is `4, type`.
  const rest = pathOf(name.slice(outer.name.length)).map((part) =>
    /^\d+$/.test(part) ? Number(part) + 1 : part,
  );
  return {
    text: `${[outer.label, ...rest].join(', ')}: ${text}`,
    field: { id: outer.id, goTo: () => goTo(outer) },
  };
}

const areEqual = (one: ErrorTexts, other: ErrorTexts): boolean =>
  one.size === other.size && [...one].every(([name, text]) => other.get(name) === text);
