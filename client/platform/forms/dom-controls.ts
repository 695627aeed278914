import { type Controls, UNREADABLE } from './body/body-of.ts';

/** Reads the values of enabled controls, and the names of groups and lists. */
export function controlsOf(form: HTMLFormElement, isWanted = (_control: Element) => true): Controls {
  // Not `getAll` for each control, which would take quadratic time.
  const texts = new Map<string, string[]>();
  for (const [name, value] of new FormData(form)) {
    const text = typeof value === 'string' ? value : value.name;
    const found = texts.get(name);
    if (found) found.push(text);
    else texts.set(name, [text]);
  }
  const controls = new Map<string, readonly string[]>();
  for (const control of form.elements) {
    const name = control.getAttribute('name');
    if (!name || control.matches(':disabled') || !isWanted(control)) continue;
    const isUnreadable = control instanceof HTMLInputElement && control.validity.badInput;
    controls.set(name, isUnreadable ? [UNREADABLE] : (texts.get(name) ?? []));
  }
  return controls;
}

/** Writes values back into the controls, except custom controls, which render their own value. */
export function fillIn(form: HTMLFormElement, controls: Controls): void {
  for (const control of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
    'input,select,textarea',
  )) {
    const texts = controls.get(control.name);
    if (!texts || control.matches('[hidden] > *')) continue;
    if ('options' in control)
      for (const option of control.options) option.selected = texts.includes(option.value);
    else if (/^(checkbox|radio)$/.test(control.type)) control.checked = texts.includes(control.value);
    else control.value = texts[0] ?? '';
  }
}

/** Returns each file input's chosen files, by the input's name. Returns undefined for a form without file inputs. */
export function chosenFiles(form: HTMLFormElement): Readonly<Record<string, readonly File[]>> | undefined {
  const chosen = [...form.querySelectorAll<HTMLInputElement>('[type=file]')].map(
    ({ name, files }) => [name, [...(files as FileList)]] as const,
  );
  return chosen[0] && Object.fromEntries(chosen);
}

/** Marks empty date and time inputs. WebKit shows the current date in them, which the style sheet hides. */
export function markEmptyDates(form: HTMLFormElement): void {
  for (const input of form.querySelectorAll<HTMLInputElement>(
    '[type=date], [type=datetime-local], [type=time]',
  ))
    input.toggleAttribute('data-empty', input.value === '' && !input.validity.badInput);
}
