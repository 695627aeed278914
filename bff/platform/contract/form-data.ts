type Value = string | number | boolean | null | undefined;

/**
 * Builds the form of a call with files. Fields come first, because the BFF validates them before it reads a file. An array becomes one field per
 * item. `null` becomes an empty string, which the BFF coerces back to `null`.
 */
export function formDataOf(
  fields: Readonly<Record<string, Value | readonly Value[]>> = {},
  files: Readonly<Record<string, File | readonly File[] | undefined>>,
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const item of [value].flat()) if (item !== undefined) appendText(form, name, String(item ?? ''));
  for (const [name, value] of Object.entries(files))
    for (const item of [value].flat()) if (item !== undefined) form.append(name, item);
  return form;
}

/** Appends a string unchanged: as a blob if it has line breaks, which FormData would turn into CRLF (HTML Living Standard, section 4.10.21.8). */
function appendText(form: FormData, name: string, text: string): void {
  if (/[\r\n]/.test(text)) form.append(name, new Blob([text], { type: 'text/plain' }));
  else form.append(name, text);
}
