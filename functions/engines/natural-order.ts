const COLLATOR = new Intl.Collator('en', { numeric: true });

/** Files that operating systems add to archives. */
const SYSTEM_FILE = /(?:^|\/)(?:__MACOSX\/|\.)/;

/** Whether a file of an archive was added by an operating system. */
export function isSystemFile(name: string): boolean {
  return SYSTEM_FILE.test(name);
}

/** Sorts the files of an archive in natural order, folder by folder. */
export function naturalOrder<Named extends { readonly name: string }>(files: readonly Named[]): Named[] {
  const named = files.map((file) => ({ file, names: file.name.split('/') }));
  return named.sort((one, other) => compare(one.names, other.names)).map(({ file }) => file);
}

function compare(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((name, index) => name !== other[index]);
  const [name = '', against = ''] = [one[at], other[at]];
  return COLLATOR.compare(name, against) || (name < against ? -1 : Number(name > against));
}
