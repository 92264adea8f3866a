import { withoutTrailing } from './without-trailing.ts';

/** Characters that some system does not allow in a name, and bidirectional controls. */
const INVALID = /[\p{C}<>:"/\\|?*\u2028\u2029]/gu;

/** Names of devices on Windows, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** The most bytes of a name and of its extension. */
const LONGEST = { stem: 150, extension: 20 } as const;

/** A wanted file name; both parts are hostile. */
export interface WantedName {
  readonly stem: string;
  /** Without its dot. */
  readonly extension: string;
}

/**
 * Makes file names that are valid on every system, and unique also where case is ignored.
 * @param otherwise the prefix of numbered names where nothing is left of the wanted one
 */
export function fileNames(names: readonly WantedName[], otherwise: string): string[] {
  const taken = new Set<string>();
  const copies = new Map<string, number>();
  return names.map(({ stem, extension }, index) => {
    const bare = safeStem(stem) || `${otherwise}${index + 1}`;
    const end = extension === '' ? '' : `.${safe(extension, LONGEST.extension)}`;
    let name = bare + end;
    const key = name.toLowerCase();
    for (let copy = copies.get(key) ?? 2; taken.has(name.toLowerCase()); copy++) {
      name = `${bare} (${copy})${end}`;
      copies.set(key, copy + 1);
    }
    taken.add(name.toLowerCase());
    return name;
  });
}

function safe(text: string, longest: number): string {
  const bytes = Buffer.from(text.normalize('NFC').replace(INVALID, '_')).subarray(0, longest);
  return withoutTrailing(bytes.toString(), '\ufffd');
}

/** A stem without spaces and dots at both ends. */
function safeStem(text: string): string {
  const name = safe(text, LONGEST.stem);
  let [start, end] = [0, name.length];
  while (start < end && /[\s.]/.test(name.charAt(start))) start++;
  while (end > start && /[\s.]/.test(name.charAt(end - 1))) end--;
  const bare = name.slice(start, end);
  return RESERVED.test(bare) ? `_${bare}` : bare;
}
