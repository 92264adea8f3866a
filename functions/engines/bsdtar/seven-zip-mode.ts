/** Permissions where 7-Zip knows of none. */
export const FILE_MODE = 0o644;
export const FOLDER_MODE = 0o755;

/** The permissions in letters, as 7-Zip has them in `A -rwxr-xr-x`, or the usual ones. */
export function modeIn(attributes: string): number {
  const letters = /[-dl]((?:[r-][w-][-xsStT]){3})$/.exec(attributes)?.[1];
  if (letters === undefined) return attributes.startsWith('D') ? FOLDER_MODE : FILE_MODE;
  return [...letters].reduce((mode, letter) => mode * 2 + ('-ST'.includes(letter) ? 0 : 1), 0);
}
