/** A form as a web page sends it: the fields of a signed upload, and then its file. */
export function uploadForm(fields: Readonly<Record<string, string>>, content: Uint8Array | string): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), 'whatever');
  return form;
}
