/** Saves a file by the browser. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Saves files as a zip; files of the same name are renamed. */
export async function saveZip(files: readonly File[]): Promise<void> {
  const { downloadZip } = await import('client-zip');
  const taken = new Map<string, number>();
  const named = files.map((file) => {
    const count = taken.get(file.name) ?? 0;
    taken.set(file.name, count + 1);
    return { name: count === 0 ? file.name : file.name.replace(/(\.[^.]*)?$/, ` (${count + 1})$1`), input: file };
  });
  saveFile(await downloadZip(named).blob(), 'converted.zip');
}
