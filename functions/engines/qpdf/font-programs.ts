import { type Dictionary, dictionaryAt, isReference, type PdfObjects } from './join/list-pdf.ts';

/** The kinds of font programs that can be made smaller (PDF 2.0, 9.9.1): `winAnsi` is TrueType of which only such letters are used. */
export type FontKind = 'type1' | 'cff' | 'winAnsi';

/** A font program with the descriptors that refer to it. */
export interface FontProgram {
  readonly reference: string;
  readonly kind: FontKind;
  readonly descriptors: Readonly<Record<string, Dictionary>>;
}

const CFF: readonly unknown[] = ['/Type1C', '/CIDFontType0C'];
/** The flag of fonts whose letters are found by codes of their own (PDF 2.0, 9.8.2). */
const SYMBOLIC = 4;

/** Finds the font programs of a file that can be made smaller. */
export function fontPrograms(objects: PdfObjects): FontProgram[] {
  const found = new Map<string, Record<string, Dictionary>>();
  for (const [key, object] of Object.entries(objects)) {
    const descriptor = 'value' in object ? (object.value as Dictionary | null) : undefined;
    const reference = descriptor?.['/FontFile'] ?? descriptor?.['/FontFile2'] ?? descriptor?.['/FontFile3'];
    if (!descriptor || !isReference(reference)) continue;
    const descriptors = found.get(reference) ?? {};
    descriptors[key] = descriptor;
    found.set(reference, descriptors);
  }
  const others = withOtherLetters(objects);
  return [...found].flatMap(([reference, descriptors]) => {
    const kind = kindOf(reference, descriptors, objects, others);
    return kind ? [{ reference, kind, descriptors }] : [];
  });
}

function kindOf(
  reference: string,
  descriptors: Readonly<Record<string, Dictionary>>,
  objects: PdfObjects,
  others: ReadonlySet<string>,
): FontKind | undefined {
  const object = objects[`obj:${reference}`];
  if (!object || !('stream' in object)) return undefined;
  const isOf = (key: string) => Object.values(descriptors).every((descriptor) => descriptor[key] === reference);
  if (isOf('/FontFile')) return 'type1';
  if (isOf('/FontFile3') && CFF.includes(object.stream.dict['/Subtype'])) return 'cff';
  return isOf('/FontFile2') && !Object.keys(descriptors).some((key) => others.has(key)) ? 'winAnsi' : undefined;
}

/** The descriptors of fonts that may show other letters than those of WinAnsiEncoding. */
function withOtherLetters(objects: PdfObjects): Set<string> {
  const others = new Set<string>();
  for (const object of Object.values(objects)) {
    const font = 'value' in object ? (object.value as Dictionary | null) : undefined;
    const descriptor = font?.['/FontDescriptor'];
    if (!font || !isReference(descriptor)) continue;
    const flags = Number(dictionaryAt(descriptor, objects)['/Flags'] ?? SYMBOLIC);
    const isSimple = font['/Subtype'] === '/TrueType' && font['/Encoding'] === '/WinAnsiEncoding';
    if (!isSimple || (flags & SYMBOLIC) !== 0) others.add(`obj:${descriptor}`);
  }
  return others;
}
