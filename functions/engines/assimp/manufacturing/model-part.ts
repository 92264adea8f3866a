import { type Attribute, attributesOf, type Edit, type Token, tokensOf } from '../../markup.ts';
import { unsupported } from '../../refusals.ts';
import { unreadable } from '../refusals.ts';

/** The attribute with the part of an object: `path`, with the prefix of the production extension. */
const PATH = /:path$/;
/** Attributes with identifiers of resources, which are those of their part; `pids` holds several. */
const NUMBERED: ReadonlySet<string> = new Set(['id', 'objectid', 'pid', 'pids', 'texid', 'matid']);
/** Elements that place an object, in another one or in the build. */
const PLACING: ReadonlySet<string> = new Set(['component', 'item']);
/** Shapes without triangles, by the names in extensions of 3MF: assimp skips them. */
const OTHER_SHAPES: ReadonlySet<string> = new Set(['beamlattice', 'booleanshape', 'displacementmesh', 'levelset']);
const USUAL_UNIT = 'millimeter';

/** An object, by its identifier and its part. */
export interface PlacedObject {
  readonly part: string;
  readonly id: string;
}

/** The identifier of a resource in the joined model. */
export type NumberOf = (part: string, id: string) => string;

/** A part of a model. */
export interface ModelPart {
  readonly text: string;
  readonly unit: string;
  /** The offsets of its resources, and whether they are one empty tag. */
  readonly resources?: { readonly start: number; readonly end: number; readonly empty: boolean };
  /** The identifiers of its objects. */
  readonly objects: ReadonlySet<string>;
  /** The objects that it places, of any part. */
  readonly placed: readonly PlacedObject[];
  /** The edits to the identifiers of the joined model. */
  readonly edits: readonly Edit[];
}

/** Whether a model may refer to other parts. */
export function isDivided(text: string): boolean {
  return /:path\s*=/.test(text);
}

/**
 * Reads a part of a model.
 * @param name of the part in its package
 * @param numberOf @default identifiers stay
 * @throws ConversionError UNREADABLE_FILE, UNSUPPORTED_CONVERSION
 */
export function readPart(text: string, name: string, numberOf?: NumberOf): ModelPart {
  const objects = new Set<string>();
  const placed: PlacedObject[] = [];
  const edits: Edit[] = [];
  let unit = USUAL_UNIT;
  let from: Token | undefined;
  let to: Token | undefined;
  for (const token of tokensOf(text)) {
    if (token.name === 'resources') {
      if (token.kind === 'open') from ??= token;
      else to ??= token;
    }
    // Most elements are vertices, which have no identifiers.
    if (token.kind !== 'open' || token.name === 'vertex') continue;
    if (OTHER_SHAPES.has(token.name)) throw otherShapes();
    const tag = text.slice(token.start, token.end);
    if (token.name === 'triangle' && (!numberOf || !tag.includes('pid'))) continue;
    const attributes = new Map(attributesOf(tag).map((attribute) => [attribute.name, attribute]));
    const word = (wanted: string) => attributes.get(wanted)?.value.trim();
    const path = PLACING.has(token.name) ? [...attributes.values()].find((one) => PATH.test(one.name)) : undefined;
    const part = path ? partName(path.value) : name;
    if (token.name === 'model') unit = word('unit') ?? unit;
    if (token.name === 'object') objects.add(word('id') ?? '');
    if (token.name === 'texture2d' && numberOf) throw textures();
    if (PLACING.has(token.name)) placed.push({ part, id: word('objectid') ?? '' });
    if (!numberOf) continue;
    for (const { start, end, text } of renumber(attributes.values(), path, (id) => numberOf(part, id)))
      edits.push({ start: token.start + start, end: token.start + end, text });
  }
  const resources = resourcesOf(from, to, text);
  return { text, unit, ...(resources && { resources }), objects, placed, edits };
}

/** Gives a tag the identifiers of the joined model, and removes its path. */
function* renumber(
  attributes: Iterable<Attribute>,
  path: Attribute | undefined,
  numberOf: (id: string) => string,
): Generator<Edit> {
  for (const attribute of attributes) {
    const { name, value, start, end } = attribute;
    if (attribute === path) yield { start, end, text: '' };
    if (!NUMBERED.has(name)) continue;
    const numbers = value.trim().split(/\s+/).map(numberOf);
    yield { start, end, text: `${name}="${numbers.join(' ')}"` };
  }
}

function resourcesOf(from: Token | undefined, to: Token | undefined, text: string): ModelPart['resources'] {
  if (!from) return undefined;
  if (text[from.end - 2] === '/') return { start: from.start, end: from.end, empty: true };
  return to && to.start >= from.end ? { start: from.end, end: to.start, empty: false } : undefined;
}

/** The name of a part in a zip, from a path in a Latin-1 string of UTF-8. */
export function partName(path: string): string {
  const name = Buffer.from(path.trim(), 'latin1').toString('utf8').replace(/^\/+/, '');
  return name.replaceAll('&apos;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

/** @throws ConversionError where a placed object is missing: assimp would leave it out */
export function checkPlaced(parts: ReadonlyMap<string, ModelPart>): void {
  for (const { placed } of parts.values())
    for (const { part, id } of placed) if (!parts.get(part)?.objects.has(id)) throw unreadable('a missing object');
}

function textures() {
  return unsupported('The model has parts in files of their own, and textures. Save it in one part first.');
}

function otherShapes() {
  return unsupported('The model has shapes without triangles, such as a beam lattice. Save them as a mesh first.');
}
