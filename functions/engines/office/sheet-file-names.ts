/** What some file system does not take in a name. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const FORBIDDEN = /[<>:"/\\|?*\u0000-\u001f\u007f]/g;

/** Names of devices on Windows, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

const LONGEST = 100;

/** File names for sheets, safe everywhere and each different, also where case does not count. */
export function sheetFileNames(sheets: readonly string[], extension: string): string[] {
  const taken = new Set<string>();
  return sheets.map((sheet, index) => {
    const stem = safeStem(sheet) || `Sheet${index + 1}`;
    let name = stem;
    for (let copy = 2; taken.has(name.toLowerCase()); copy++) name = `${stem} (${copy})`;
    taken.add(name.toLowerCase());
    return `${name}.${extension}`;
  });
}

/** Without the blanks and dots at both ends. */
function withoutEdges(name: string): string {
  let [start, end] = [0, name.length];
  while (start < end && /[\s.]/.test(name.charAt(start))) start++;
  while (end > start && /[\s.]/.test(name.charAt(end - 1))) end--;
  return name.slice(start, end);
}

function safeStem(sheet: string): string {
  const name = [...sheet.normalize('NFC').replace(FORBIDDEN, '_')].slice(0, LONGEST).join('');
  const bare = withoutEdges(name);
  return RESERVED.test(bare) ? `_${bare}` : bare;
}
