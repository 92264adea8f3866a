import {
  catalogOf,
  type Dictionary,
  dictionaryAt,
  isReference,
  listAt,
  type PdfObjects,
  type Value,
} from '../join/list-pdf.ts';

/** An embedded font program, and what is known of the fonts that have it. */
export interface FontProgram {
  readonly reference: string;
  readonly kind: 'type1' | 'cff' | 'trueType';
  /** The keys of the fonts and of their descriptors, where these are objects of their own, and whether all are. */
  readonly fonts: ReadonlySet<string>;
  readonly descriptors: ReadonlySet<string>;
  readonly areObjects: boolean;
  /** Their names, with the slash. */
  readonly names: ReadonlySet<string>;
  /** Whether other letters may be needed than those that pages show. */
  readonly isWhole: boolean;
  /** Whether all find their letters by CIDs, by the characters or names of an encoding, or by WinAnsiEncoding. */
  readonly isByCid: boolean;
  readonly isEncoded: boolean;
  readonly isWinAnsi: boolean;
}

/** How descriptors refer to font programs (PDF 2.0, 9.9.1). */
const KEYS = ['/FontFile', '/FontFile2', '/FontFile3'] as const;
const CFF: readonly unknown[] = ['/Type1C', '/CIDFontType0C'];
/** The flag of fonts whose letters are found by codes of their own (9.8.2). */
const SYMBOLIC = 4;

/** A program while its fonts are being found. */
type Found = { -readonly [Key in keyof FontProgram]: FontProgram[Key] } & {
  readonly fonts: Set<string>;
  readonly descriptors: Set<string>;
  readonly names: Set<string>;
  isSound: boolean;
};

/** A font, the key of its object, and the font that it is a descendant of. */
interface FontUse {
  readonly font: Dictionary;
  readonly key?: string | undefined;
  readonly parent?: FontUse;
}

/** Finds the embedded fonts of a file that can be made smaller. */
export function fontPrograms(objects: PdfObjects): FontProgram[] {
  const programs = new Map<string, Found>();
  const whole = wholeFonts(objects);
  const note = ({ font, key, parent }: FontUse) => {
    const at = font['/FontDescriptor'];
    const descriptor = dictionaryAt(at, objects);
    for (const entry of KEYS) {
      const reference = descriptor[entry];
      const kind = isReference(reference) ? kindOf(entry, reference, objects) : undefined;
      if (!isReference(reference) || !kind) continue;
      const known = programs.get(reference) ?? newProgram(reference, kind);
      programs.set(reference, known);
      for (const one of parent ? [{ font, key }, parent] : [{ font, key }]) {
        known.isWhole ||= whole.has(one.font);
        known.names.add(String(one.font['/BaseFont'] ?? ''));
        if (one.key) known.fonts.add(one.key);
        known.areObjects &&= one.key !== undefined;
      }
      if (isReference(at)) known.descriptors.add(`obj:${at}`);
      known.areObjects &&= isReference(at);
      known.isByCid &&= String(font['/Subtype']).startsWith('/CIDFont');
      known.isEncoded &&= isEncoded(font, descriptor);
      known.isWinAnsi &&= isEncoded(font, descriptor) && font['/Encoding'] === '/WinAnsiEncoding';
      known.isSound &&= known.kind === kind;
    }
  };
  const visit = (value: Value, key?: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const parent = { font: value as Dictionary, key };
    note(parent);
    // There is one, in a list (9.7.6).
    for (const one of listAt(parent.font['/DescendantFonts'], objects).slice(0, 1))
      note({ font: dictionaryAt(one, objects), key: isReference(one) ? `obj:${one}` : undefined, parent });
    for (const entry of Object.values(value)) visit(entry);
  };
  for (const [key, object] of Object.entries(objects))
    visit('value' in object ? object.value : object.stream.dict, key);
  return [...programs.values()].filter(({ kind, isSound, areObjects }) => isSound && (kind !== 'type1' || areObjects));
}

function newProgram(reference: string, kind: FontProgram['kind']): Found {
  const sets = { fonts: new Set<string>(), descriptors: new Set<string>(), names: new Set<string>() };
  const flags = { areObjects: true, isWhole: false, isByCid: true, isEncoded: true, isWinAnsi: true, isSound: true };
  return { reference, kind, ...sets, ...flags };
}

function kindOf(key: (typeof KEYS)[number], reference: string, objects: PdfObjects): FontProgram['kind'] | undefined {
  const object = objects[`obj:${reference}`];
  if (!object || !('stream' in object)) return undefined;
  if (key === '/FontFile') return 'type1';
  if (key === '/FontFile2') return 'trueType';
  return CFF.includes(object.stream.dict['/Subtype']) ? 'cff' : undefined;
}

/** Whether a TrueType font finds its letters by an encoding, and not by codes of its own (9.6.5.4). */
function isEncoded(font: Dictionary, descriptor: Dictionary): boolean {
  const flags = Number(descriptor['/Flags'] ?? SYMBOLIC);
  return font['/Subtype'] === '/TrueType' && font['/Encoding'] !== undefined && (flags & SYMBOLIC) === 0;
}

/**
 * The fonts of which other letters may be needed than those that pages show: those of a form, into whose fields any
 * letters may be typed, and those of what annotations show in their other states (PDF 2.0, 12.7.3 and 12.5.5).
 */
function wholeFonts(objects: PdfObjects): Set<Dictionary> {
  const found = new Set<Dictionary>();
  const seen = new Set<Dictionary>();
  /** The entries of a dictionary, once: many may refer to it. */
  const entriesOf = (value: Value | undefined): Value[] => {
    const dictionary = dictionaryAt(value, objects);
    const entries = seen.has(dictionary) ? [] : Object.values(dictionary);
    seen.add(dictionary);
    return entries;
  };
  const add = (resources: Value | undefined) => {
    for (const font of entriesOf(dictionaryAt(resources, objects)['/Font'])) found.add(dictionaryAt(font, objects));
  };
  add(dictionaryAt(catalogOf(objects)['/AcroForm'], objects)['/DR']);
  const visit = (value: Value): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const state of entriesOf((value as Dictionary)['/AP']))
      for (const one of [state, ...entriesOf(state)]) add(dictionaryAt(one, objects)['/Resources']);
    for (const entry of Object.values(value)) visit(entry);
  };
  for (const object of Object.values(objects)) if ('value' in object) visit(object.value);
  return found;
}
