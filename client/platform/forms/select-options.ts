import { forms as messages } from '#platform/messages/forms.ts';

/** Values that a select shows, whatever options it has: options may arrive late, or lack a stored value. */
const chosen = new WeakMap<HTMLSelectElement, readonly string[]>();

export const chosenIn = (select: HTMLSelectElement): string[] =>
  Array.from(select.selectedOptions, ({ value }) => value);

/** Chooses the options with these values. Adds a marked option for a value that has none. Without values, leaves the choice to the browser. */
export function choose(select: HTMLSelectElement, values: readonly string[] | undefined): void {
  if (!values) chosen.delete(select);
  else {
    chosen.set(select, values);
    showChosen(select);
  }
}

function showChosen(select: HTMLSelectElement): void {
  const values = chosen.get(select);
  if (!values) return;
  const listed = new Set<string>();
  for (const option of [...select.options]) {
    if (option.dataset['unlisted'] === undefined) listed.add(option.value);
    else option.remove();
  }
  for (const value of values) {
    if (listed.has(value)) continue;
    // Selected by default, so that a reset of the form keeps it.
    const option = new Option(value && messages.unlisted(value), value, true);
    option.dataset['unlisted'] = '';
    select.append(option);
  }
  if (!select.multiple) select.value = values[0] ?? '';
  else for (const option of select.options) option.selected = values.includes(option.value);
}

/** Keeps the choice when the options change. Returns a function that stops. */
export function watchOptions(select: HTMLSelectElement): () => void {
  const observer = new MutationObserver(() => {
    showChosen(select);
    // Ignores its own changes.
    observer.takeRecords();
  });
  const onInput = () => void chosen.set(select, chosenIn(select));
  observer.observe(select, { childList: true, subtree: true });
  select.addEventListener('input', onInput);
  return () => {
    observer.disconnect();
    select.removeEventListener('input', onInput);
  };
}
