import type { Payload } from '#platform/forms/body-of.ts';
import { pathOf } from '#platform/forms/field-names.ts';

/** Where the error of a field is shown: at its control, or at the fieldset of its group or list. */
export function placeOf(form: HTMLFormElement, name: string): HTMLElement | undefined {
  const found = name ? form.elements.namedItem(name) : null;
  const place = found instanceof RadioNodeList ? found[0] : found;
  return place instanceof HTMLElement ? place : undefined;
}

export interface ShownField {
  readonly name: string;
  readonly id: string;
  /** What a person calls it. */
  readonly label: string;
}

/** The fields, groups and lists of the form, each once, in the order of the page. */
export function fieldsOf(form: HTMLFormElement): ShownField[] {
  const names = new Set([...form.elements].map((element) => element.getAttribute('name') ?? ''));
  return [...names].flatMap((name) => {
    const place = placeOf(form, name);
    return place ? { name, id: place.id, label: labelOf(place) } : [];
  });
}

/** In a row of a list, the row comes first: `Stop 2, Planet`. */
function labelOf(place: HTMLElement): string {
  const own =
    place instanceof HTMLFieldSetElement
      ? place.querySelector('legend')?.textContent
      : (place as HTMLInputElement).labels?.[0]?.textContent;
  const row = place.closest('[role="group"]')?.getAttribute('aria-label');
  return [row, own].filter(Boolean).join(', ');
}

/** Whether the form has a control of that name, or one beneath it, that is not disabled. */
export const shownNames = (form: HTMLFormElement) => {
  const enabled = [...form.elements].filter((element) => !element.matches(':disabled'));
  const names = enabled.map((element) => element.getAttribute('name') ?? '');
  return (name: string): boolean =>
    names.some((one) => one === name || one.startsWith(`${name}.`) || one.startsWith(`${name}[`));
};

/** What the form's controls hold, nested by their names: `rows[0].title` is `{ rows: [{ title }] }`. */
export function payloadOf(form: HTMLFormElement): Payload {
  const data = new FormData(form);
  // A date that is typed in part is no empty text.
  for (const control of form.elements)
    if (control instanceof HTMLInputElement && control.validity.badInput) data.set(control.name, '?');
  const payload: Tree = {};
  for (const [name, value] of data) put(payload, pathOf(name), value);
  return payload;
}

interface Tree {
  [name: string]: unknown;
}

/** Of a name that several controls have, all values are kept. */
function put(tree: Tree, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length > 0) put((tree[name] ??= /^\d+$/.test(rest[0] ?? '') ? [] : {}) as Tree, rest, value);
  else tree[name] = name in tree ? [tree[name], value].flat() : value;
}

/** The files that a person has chosen, by the name of their control; undefined for a form that takes none. */
export function chosenFiles(form: HTMLFormElement): Readonly<Record<string, readonly File[]>> | undefined {
  const chosen = [...form.querySelectorAll<HTMLInputElement>('[type=file]')].map(
    ({ name, files }) => [name, [...(files as FileList)]] as const,
  );
  return chosen[0] && Object.fromEntries(chosen);
}

/** The steps of the form, and the one that is shown. */
export function stepsOf(form: HTMLFormElement) {
  const steps = [...form.querySelectorAll<HTMLElement>('[data-step]')];
  const shown = steps.findIndex(({ hidden }) => !hidden);
  return {
    shown,
    isLast: shown === steps.length - 1,
    /** The step in which the element stands; -1 for none. */
    indexOf: (element: HTMLElement) => steps.findIndex((step) => step.contains(element)),
  };
}
