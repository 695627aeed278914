type Value = string | number | boolean | null | undefined;

/** A form of a call with files. Its fields come first, because the BFF checks them before it reads a file; a list repeats its name. */
export function formDataOf(
  fields: Readonly<Record<string, Value | readonly Value[]>> = {},
  files: Readonly<Record<string, File | readonly File[] | undefined>>,
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const item of [value].flat()) if (item !== undefined) form.append(name, String(item));
  for (const [name, value] of Object.entries(files))
    for (const item of [value].flat()) if (item !== undefined) form.append(name, item);
  return form;
}
