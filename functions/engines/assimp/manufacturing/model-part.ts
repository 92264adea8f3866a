import { type Attribute, attributesOf, type Edit, type Token, tokensOf } from '../../markup.ts';
import { unsupported } from '../../refusals.ts';
import { unreadable } from '../refusals.ts';

/** Where a part says that an object lies in another one: `path`, with the prefix of the production extension. */
const ELSEWHERE = /:path$/;
/** The attributes that hold numbers of resources, which are those of the part that they stand in; one holds several. */
const NUMBERED: ReadonlySet<string> = new Set(['id', 'objectid', 'pid', 'pids', 'texid', 'matid']);
/** What places an object, in another one or in the whole. */
const PLACING: ReadonlySet<string> = new Set(['component', 'item']);
/** Shapes of other kinds than surfaces of triangles, by the words of the extensions of 3MF: assimp passes over them. */
const OTHER_SHAPES: ReadonlySet<string> = new Set(['beamlattice', 'booleanshape', 'displacementmesh', 'levelset']);
const USUAL_UNIT = 'millimeter';

/** An object, by its number and the part that it lies in. */
export interface PlacedObject {
  readonly part: string;
  readonly id: string;
}

/** The number that a resource of a part has when all parts are one. */
export type NumberOf = (part: string, id: string) => string;

/** A model in a package, or a part of one. */
export interface ModelPart {
  readonly text: string;
  readonly unit: string;
  /** Where its resources stand, and whether that is one empty tag. */
  readonly resources?: { readonly start: number; readonly end: number; readonly empty: boolean };
  /** The numbers of its objects. */
  readonly objects: ReadonlySet<string>;
  /** What it places, here or in other parts. */
  readonly placed: readonly PlacedObject[];
  /** The pictures that lie on its surfaces, as it names them. */
  readonly pictures: ReadonlySet<string>;
  /** What gives it the numbers that it has when all parts are one. */
  readonly edits: readonly Edit[];
}

/** Whether anything of a model may lie in another part. */
export function isDivided(text: string): boolean {
  return /:path\s*=/.test(text);
}

/**
 * Looks what is in a part of a model.
 * @param name what the part is called in its package
 * @param numberOf @default nothing is numbered anew
 * @throws ConversionError UNREADABLE_FILE, UNSUPPORTED_CONVERSION
 */
export function readPart(text: string, name: string, numberOf?: NumberOf): ModelPart {
  const objects = new Set<string>();
  const placed: PlacedObject[] = [];
  const pictures = new Set<string>();
  const edits: Edit[] = [];
  let unit = USUAL_UNIT;
  let from: Token | undefined;
  let to: Token | undefined;
  for (const token of tokensOf(text)) {
    if (token.name === 'resources') {
      if (token.kind === 'open') from ??= token;
      else to ??= token;
    }
    // Most of a model are corners, which have no numbers.
    if (token.kind !== 'open' || token.name === 'vertex') continue;
    if (OTHER_SHAPES.has(token.name)) throw otherShapes();
    const tag = text.slice(token.start, token.end);
    if (token.name === 'triangle' && (!numberOf || !tag.includes('pid'))) continue;
    const said = new Map(attributesOf(tag).map((attribute) => [attribute.name, attribute]));
    const word = (wanted: string) => said.get(wanted)?.value.trim();
    const path = PLACING.has(token.name) ? [...said.values()].find((one) => ELSEWHERE.test(one.name)) : undefined;
    const part = path ? partName(path.value) : name;
    if (token.name === 'model') unit = word('unit') ?? unit;
    if (token.name === 'object') objects.add(word('id') ?? '');
    if (token.name === 'texture2d') pictures.add(word('path') ?? '');
    if (PLACING.has(token.name)) placed.push({ part, id: word('objectid') ?? '' });
    if (!numberOf) continue;
    for (const { start, end, text } of numberAnew(said.values(), path, (id) => numberOf(part, id)))
      edits.push({ start: token.start + start, end: token.start + end, text });
  }
  const resources = placeOf(from, to, text);
  return { text, unit, ...(resources && { resources }), objects, placed, pictures, edits };
}

/** Gives a tag the numbers of resources that are true where all parts are one, and takes the path from it. */
function* numberAnew(
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

function placeOf(from: Token | undefined, to: Token | undefined, text: string): ModelPart['resources'] {
  if (!from) return undefined;
  if (text[from.end - 2] === '/') return { start: from.start, end: from.end, empty: true };
  return to && to.start >= from.end ? { start: from.end, end: to.start, empty: false } : undefined;
}

/** The name of a part in a zip, by what the letters of Latin-1 stand for that are the bytes of a path. */
export function partName(path: string): string {
  const name = Buffer.from(path.trim(), 'latin1').toString('utf8').replace(/^\/+/, '');
  return name.replaceAll('&apos;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

/** @throws ConversionError where something is placed that is not there: assimp would leave it out. */
export function checkPlaced(parts: ReadonlyMap<string, ModelPart>): void {
  for (const { placed } of parts.values())
    for (const { part, id } of placed)
      if (!parts.get(part)?.objects.has(id)) throw unreadable('an object that is not there');
}

function otherShapes() {
  return unsupported(
    'The model has shapes that are not made of triangles, such as a lattice of beams. Save them as a mesh first.',
  );
}
