import { type OpenZip, openZip } from '../../../detection/document-zip.ts';
import { applyEdits, attribute, type Edit, tokensOf } from '../../markup.ts';
import { unsupported } from '../../refusals.ts';
import type { ZippedFile } from '../../zip-files.ts';
import { tooComplex, unreadable } from '../refusals.ts';
import { checkPlaced, isDivided, type ModelPart, type NumberOf, partName, readPart } from './model-part.ts';

/** Uncompressed bytes of all parts and pictures of a package. */
const LARGEST = 200 * 1024 * 1024;

const RELATIONSHIPS = '_rels/.rels';
const MODEL = 'http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel';
/** The path at which assimp expects the model. */
const ROOT = '3D/3dmodel.model';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OPENING: readonly ZippedFile[] = [
  {
    name: '[Content_Types].xml',
    content: Buffer.from(
      `<?xml version="1.0"?><Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>`,
    ),
  },
  {
    name: RELATIONSHIPS,
    content: Buffer.from(
      `<?xml version="1.0"?><Relationships xmlns="${PACKAGE}/relationships"><Relationship Target="/${ROOT}" Id="rel0" Type="${MODEL}"/></Relationships>`,
    ),
  },
];

/**
 * Joins the parts of a 3MF model that are in files of their own, as slicers write them (3MF Production Extension 1.2, 3.2):
 * assimp would drop them without an error.
 * @returns the files of a package, or undefined where the model is in one part
 * @throws ConversionError UNREADABLE_FILE, UNSUPPORTED_CONVERSION, TOO_COMPLEX
 */
export function joinParts(bytes: Buffer): ZippedFile[] | undefined {
  const read = readerOf(bytes);
  const rootName = rootOf(read.text(RELATIONSHIPS));
  const text = read.text(rootName);
  if (!isDivided(text)) {
    checkPlaced(new Map([[rootName, readPart(text, rootName)]]));
    return undefined;
  }
  const numberOf = numbering();
  const root = readPart(text, rootName, numberOf);
  const parts = new Map([[rootName, root]]);
  // The loop also visits the parts that it adds, for those can place others.
  for (const { placed } of parts.values())
    for (const { part } of placed) if (!parts.has(part)) parts.set(part, readPart(read.text(part), part, numberOf));
  parts.delete(rootName);
  for (const { unit } of parts.values()) if (unit !== root.unit) throw otherUnits();
  checkPlaced(new Map([[rootName, root], ...parts]));
  const content = Buffer.from(join(root, [...parts.values()]), 'latin1');
  return [...OPENING, { name: ROOT, content, compress: false }, ...picturesOf([root, ...parts.values()], read)];
}

/** Reads the parts of a package, up to the limit of all. */
interface PackageReader {
  text(name: string): string;
  data(name: string): Buffer | undefined;
}

function readerOf(bytes: Buffer): PackageReader {
  const zip: OpenZip = openZip((position, length) => bytes.subarray(position, position + length), bytes.length);
  let left = LARGEST;
  const data = (name: string) => {
    if (zip.size(name) > left) throw tooComplex(`more than ${LARGEST} bytes`);
    const found = zip.data(name, left);
    left -= found?.length ?? 0;
    return found;
  };
  return {
    data,
    text: (name) => {
      const found = data(name);
      if (!found) throw unreadable('a missing part');
      return utf8AsLatin1(found);
    },
  };
}

/** A Latin-1 string of the bytes of UTF-8; 3MF may be in UTF-16 as well. */
function utf8AsLatin1(bytes: Buffer): string {
  const mark = bytes.toString('hex', 0, 2);
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : undefined;
  const plain = encoding ? Buffer.from(new TextDecoder(encoding).decode(bytes)) : bytes;
  return plain.toString('latin1');
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

/** The pictures that the parts refer to, under the same names. */
function picturesOf(parts: readonly ModelPart[], read: PackageReader): ZippedFile[] {
  const names = new Set(parts.flatMap(({ pictures }) => [...pictures].map(partName)));
  return [...names].filter(isProper).flatMap((name) => {
    const content = read.data(name);
    return content ? [{ name, content, compress: false }] : [];
  });
}

function isProper(name: string): boolean {
  return /^3D\/[^\\:]+\.(?:png|jpe?g)$/i.test(name) && !name.split('/').includes('..');
}
