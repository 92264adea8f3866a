/** A form with a file, as clients send it to /convert. Fields with undefined values are left out. */
export function fileForm(
  content: Uint8Array,
  filename: string,
  fields: Readonly<Record<string, string | undefined>>,
): FormData {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(content)]), filename);
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value);
  return form;
}
