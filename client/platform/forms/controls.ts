import type { SchemaNode } from '@web/bff/platform/contract/schema/schema-node';
import { currentLocale } from '#platform/language/intl.ts';
import { type FormContent, textOf, UNREADABLE } from './body/body-of.ts';
import { withoutInvisibleEnds } from '#platform/language/invisible-ends.ts';
import { choose, chosenIn } from './select-options.ts';

/** Record of a value that the form has written into a control. */
interface Written {
  /** Undefined if the form has written nothing: the control shows what the browser makes of it, such as the first option. */
  readonly stored: { readonly value: unknown } | undefined;
  /** Text or choice that the control showed then. It cannot show a line break, a CRLF or an hour 25. */
  readonly shown: string;
  /** True for input of the user, which the form has restored. */
  readonly isInput: boolean;
}

const written = new WeakMap<Element, Written>();

/** Remembers what the form has written into a control. Call it once the control shows the value. */
export function remember(control: Element, stored: Written['stored'], isInput = false): void {
  written.set(control, { stored, shown: shownBy(control), isInput });
}

export const isRemembered = (control: Element): boolean => written.has(control);

/** True if the control shows input that the form has not written, or that it has restored. */
export function isChanged(control: Element): boolean {
  const before = written.get(control);
  return before === undefined || before.isInput || before.shown !== shownBy(control);
}

function shownBy(control: Element): string {
  if (control instanceof HTMLSelectElement) return JSON.stringify(chosenIn(control));
  if (control instanceof HTMLFieldSetElement)
    return JSON.stringify(Array.from(control.elements, (element) => (element as HTMLInputElement).value));
  if (!(control instanceof HTMLInputElement)) return (control as HTMLTextAreaElement).value;
  if (control.type === 'checkbox') return String(control.checked);
  return control.validity.badInput ? UNREADABLE : control.value;
}

/** Shows a value in a control, and remembers it. */
export function write(
  control: Element,
  node: SchemaNode,
  value: unknown,
  { isStored, isInput = false }: { readonly isStored: boolean; readonly isInput?: boolean },
): void {
  const text = textOf(node, value, currentLocale()) ?? '';
  if (control instanceof HTMLSelectElement)
    choose(control, isStored ? [value ?? ''].flat().map(String) : undefined);
  else if (control instanceof HTMLInputElement && control.type === 'checkbox')
    control.checked = value === true;
  // An equal value would move the caret.
  else if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
    if (control.value !== text) control.value = text;
  }
  // A partly typed date cannot be shown again.
  remember(control, isStored && value !== UNREADABLE ? { value } : undefined, isInput);
}

/** Reads the enabled controls. `submitter` is the button that submits the form: its name and value are sent. */
export function contentOf(form: HTMLFormElement, submitter?: HTMLElement | null): FormContent {
  // Not `getAll` for each control, which would take quadratic time.
  const found = new Map<string, string[]>();
  for (const [name, value] of new FormData(form, submitter)) {
    const text = typeof value === 'string' ? value : value.name;
    const before = found.get(name);
    if (before) before.push(text);
    else found.set(name, [text]);
  }
  const texts = new Map<string, readonly string[] | undefined>();
  const values = new Map<string, unknown>();
  for (const control of form.elements) {
    const name = control.getAttribute('name');
    if (!name || control.matches(':disabled')) continue;
    if (control instanceof HTMLButtonElement) {
      // As in HTML, a button that was not clicked sends nothing, even if a click before has been saved.
      if (!texts.has(name)) values.set(name, undefined);
      if (control === submitter) values.delete(name);
      texts.set(name, found.get(name) ?? []);
      continue;
    }
    const before = written.get(control);
    if (before?.stored && before.shown === shownBy(control)) values.set(name, before.stored.value);
    if (control instanceof HTMLFieldSetElement && !control.hidden) texts.set(name, undefined);
    else texts.set(name, typedTexts(control, found.get(name) ?? []));
  }
  return { texts, written: values };
}

const SINGLE_LINE = /^(text|search|email|url|tel)$/;

function typedTexts(control: Element, texts: readonly string[]): readonly string[] {
  if (!(control instanceof HTMLInputElement)) return texts;
  if (control.validity.badInput) return [UNREADABLE];
  return SINGLE_LINE.test(control.type) ? texts.map(withoutInvisibleEnds) : texts;
}

/** Autofill tokens of fields that are not stored (HTML Living Standard, 4.10.18.7). */
const SECRET = /(?:^|\s)(?:off|one-time-code|current-password|new-password|cc-\S+)(?:\s|$)/i;

/** True for controls whose input is not stored. */
export const isSecret = (control: Element): boolean =>
  control.matches('[type=password], [type=file], [type=hidden]') ||
  SECRET.test(control.closest('[autocomplete]')?.getAttribute('autocomplete') ?? '');

/** Returns each file input's chosen files, by the input's name. Returns undefined for a form without file inputs. */
export function chosenFiles(form: HTMLFormElement): Readonly<Record<string, readonly File[]>> | undefined {
  const chosen = [...form.querySelectorAll<HTMLInputElement>('[type=file]')].map(
    ({ name, files }) => [name, [...(files as FileList)]] as const,
  );
  return chosen[0] && Object.fromEntries(chosen);
}

/** Empties the file inputs, so that the next submission does not send the files again. */
export function forgetFiles(form: HTMLFormElement): void {
  for (const input of form.querySelectorAll<HTMLInputElement>('[type=file]')) {
    input.value = '';
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

/** Marks empty date and time inputs. WebKit shows the current date in them, which the style sheet hides. */
export function markEmptyDates(form: HTMLFormElement): void {
  for (const input of form.querySelectorAll<HTMLInputElement>(
    '[type=date], [type=datetime-local], [type=time]',
  ))
    input.toggleAttribute('data-empty', input.value === '' && !input.validity.badInput);
}
