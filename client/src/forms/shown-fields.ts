import type { Controls } from '#platform/forms/body-of.ts';

/** Where the error of a field is shown: at its control, or at the fieldset of its group or list. */
export function placeOf(form: HTMLFormElement, name: string): HTMLElement | undefined {
  const found = name ? form.elements.namedItem(name) : null;
  const place = found instanceof RadioNodeList ? found[0] : found;
  if (!(place instanceof HTMLElement)) return undefined;
  // A control of the product's own.
  return document.getElementById(place.dataset['control'] ?? '') ?? place;
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
  const label =
    place instanceof HTMLFieldSetElement
      ? place.querySelector('legend')?.textContent
      : ((place as HTMLInputElement).labels?.[0]?.textContent ??
        place.getAttribute('aria-label') ??
        document.getElementById(place.getAttribute('aria-labelledby') ?? '')?.textContent);
  const row = place.closest('[role="group"]')?.getAttribute('aria-label');
  return [row, label].filter(Boolean).join(', ');
}

/** What the controls hold that are not disabled, and the names of groups and lists. */
export function controlsOf(form: HTMLFormElement, isWanted = (_control: Element) => true): Controls {
  const data = new FormData(form);
  const controls = new Map<string, readonly string[]>();
  for (const control of form.elements) {
    const name = control.getAttribute('name');
    if (!name || control.matches(':disabled') || !isWanted(control)) continue;
    // A date that is typed in part is no empty text.
    const isUnreadable = control instanceof HTMLInputElement && control.validity.badInput;
    controls.set(name, isUnreadable ? ['?'] : data.getAll(name).map(String));
  }
  return controls;
}

/** Shows what the controls of the form held before. */
export function fillIn(form: HTMLFormElement, controls: Controls): void {
  for (const control of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
    ':is(input,select,textarea):not([data-control] *)',
  )) {
    const texts = controls.get(control.name);
    if (!texts) continue;
    if ('options' in control)
      for (const option of control.options) option.selected = texts.includes(option.value);
    else if (/^(checkbox|radio)$/.test(control.type)) control.checked = texts.includes(control.value);
    else control.value = texts[0] ?? '';
  }
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
