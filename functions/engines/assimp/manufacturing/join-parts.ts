import { openZip } from '../../../detection/document-zip.ts';
import { applyEdits, attribute, type Edit, tokensOf } from '../../markup.ts';
import { unsupported } from '../../refusals.ts';
import type { ZippedFile } from '../../zip-files.ts';
import { tooComplex, unreadable } from '../refusals.ts';
import { checkPlaced, isDivided, type ModelPart, type NumberOf, partName, readPart } from './model-part.ts';

/** Uncompressed bytes of all parts of a package. */
const LARGEST = 200 * 1024 * 1024;

const RELATIONSHIPS = '_rels/.rels';
const MODEL = 'http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel';

/**
 * Joins the parts of a 3MF model that are in files of their own, as slicers write them (3MF Production Extension 1.2, 3.2):
 * assimp would drop them without an error.
 * @returns the files of a package, or undefined where the model is in one part
 * @throws ConversionError UNREADABLE_FILE, UNSUPPORTED_CONVERSION, TOO_COMPLEX
 */
export function joinParts(bytes: Buffer): ZippedFile[] | undefined {
  const read = readerOf(bytes);
  const relationships = read(RELATIONSHIPS);
  const rootName = rootOf(relationships);
  const text = read(rootName);
  if (!isDivided(text)) {
    checkPlaced(new Map([[rootName, readPart(text, rootName)]]));
    return undefined;
  }
  const numberOf = numbering();
  const root = readPart(text, rootName, numberOf);
  const parts = new Map([[rootName, root]]);
  // The loop also visits the parts that it adds, for those can place others.
  for (const { placed } of parts.values())
    for (const { part } of placed) if (!parts.has(part)) parts.set(part, readPart(read(part), part, numberOf));
  parts.delete(rootName);
  for (const { unit } of parts.values()) if (unit !== root.unit) throw otherUnits();
  checkPlaced(new Map([[rootName, root], ...parts]));
  return [
    { name: RELATIONSHIPS, content: Buffer.from(relationships, 'latin1') },
    { name: rootName, content: Buffer.from(join(root, [...parts.values()]), 'latin1'), compress: false },
  ];
}

/** Reads the parts of a package as Latin-1 strings of their bytes, up to the limit of all. */
function readerOf(bytes: Buffer): (name: string) => string {
  const zip = openZip((position, length) => bytes.subarray(position, position + length), bytes.length);
  let left = LARGEST;
  return (name) => {
    if (zip.size(name) > left) throw tooComplex(`more than ${LARGEST} bytes`);
    const found = zip.data(name, left);
    if (!found) throw unreadable('a missing part');
    if ((found[0] ?? 0) >= 0xfe) throw unsupported('The model is in UTF-16. Save it in UTF-8 first.');
    left -= found.length;
    return found.toString('latin1');
  };
}

/** The name of the root model of a package. */
function rootOf(relationships: string): string {
  for (const { kind, name, start, end } of tokensOf(relationships)) {
    if (kind !== 'open' || name !== 'relationship') continue;
    const tag = relationships.slice(start, end);
    if (attribute(tag, 'Type') === MODEL) return partName(attribute(tag, 'Target') ?? '');
  }
  throw unreadable('no model in the package');
}

/** Numbers the resources of all parts consecutively. */
function numbering(): NumberOf {
  const known = new Map<string, string>();
  return (part, id) => {
    // An identifier has no line break.
    const key = `${id}\n${part}`;
    const number = known.get(key) ?? `${known.size + 1}`;
    known.set(key, number);
    return number;
  };
}

function otherUnits() {
  return unsupported('The parts of the model have different units. Save it in one unit first.');
}

/** Puts the resources of the parts first, for a reference has to follow its target. */
function join(root: ModelPart, parts: readonly ModelPart[]): string {
  const all = parts.map(resourcesOf).join('');
  const { resources } = root;
  if (!resources) throw unreadable('no resources');
  const insertion: Edit = resources.empty
    ? { start: resources.start, end: resources.end, text: `<resources>${all}</resources>` }
    : { start: resources.start, end: resources.start, text: all };
  return applyEdits(
    root.text,
    [...root.edits, insertion].sort((one, other) => one.start - other.start),
  );
}

function resourcesOf({ text, edits, resources }: ModelPart): string {
  if (!resources) throw unreadable('no resources');
  if (resources.empty) return '';
  const { start, end } = resources;
  const within = edits.filter((edit) => edit.start >= start && edit.end <= end);
  return applyEdits(text, [{ start: 0, end: start, text: '' }, ...within, { start: end, end: text.length, text: '' }]);
}
