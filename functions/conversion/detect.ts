import { fileTypeFromBuffer } from 'file-type';
import { ConversionError } from './errors.ts';
import { type FormatName, findFormat } from './formats.ts';

/** How much of a file's beginning detection looks at, in bytes. */
export const DETECTION_BYTES = 64 * 1024;

/** ISO BMFF brands of still pictures. The major brand may be a neutral or vendor's one, so all brands count. */
const AVIF_BRANDS = ['avif', 'avis'];
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];

/** Media types in file-type's words whose file name extension there is not ours. */
const SAME_FORMAT: Readonly<Record<string, FormatName>> = { 'image/x-icon': 'ico' };

/**
 * What a file is, judged by its content; the name decides only where content cannot tell.
 * @param head the beginning of the file, `DETECTION_BYTES` of it or all
 * @throws ConversionError UNKNOWN_FORMAT
 */
export async function detectFormat(head: Uint8Array, filename: string): Promise<FormatName> {
  const seen = await fileTypeFromBuffer(head.subarray(0, DETECTION_BYTES)).catch(() => undefined);
  const format = refine(seen, head, filename);
  if (format) return format;
  throw new ConversionError(
    'UNKNOWN_FORMAT',
    seen && !isText(seen.ext)
      ? `The content of the file looks like ${seen.ext}, which this service does not read.`
      : 'The content of the file is of no format that this service knows.',
  );
}

function refine(
  seen: { ext: string; mime: string } | undefined,
  head: Uint8Array,
  filename: string,
): FormatName | undefined {
  if (!seen || isText(seen.ext)) return isSvg(head) ? 'svg' : undefined;
  if (seen.ext === 'gz') return /\.svgz$/i.test(filename) ? 'svg' : undefined;
  if (seen.ext === 'heic' || seen.ext === 'mp4') return pictureBrand(head) ?? findFormat(seen.ext);
  return SAME_FORMAT[seen.mime] ?? findFormat(seen.ext);
}

function pictureBrand(head: Uint8Array): FormatName | undefined {
  const brands = brandsOf(head);
  if (AVIF_BRANDS.some((brand) => brands.includes(brand))) return 'avif';
  return HEIC_BRANDS.some((brand) => brands.includes(brand)) ? 'heic' : undefined;
}

/** file-type names some texts (xml and the like) by their first words only. */
function isText(extension: string): boolean {
  return extension === 'xml';
}

/** The major and compatible brands in the `ftyp` box that opens an ISO BMFF file (ISO/IEC 14496-12, 4.3). */
function brandsOf(head: Uint8Array): string[] {
  const view = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const size = Math.min(view.length >= 8 ? view.readUInt32BE(0) : 0, view.length, 4096);
  const brands: string[] = [];
  for (let at = 8; at + 4 <= size; at += 4) if (at !== 12) brands.push(view.toString('latin1', at, at + 4));
  return brands;
}

/** Whether a text's root element is `svg`, with or without a namespace prefix. */
function isSvg(head: Uint8Array): boolean {
  return /^<(?:[\w.-]+:)?svg[\s/>]/.test(skipProlog(decodeText(head.subarray(0, DETECTION_BYTES))));
}

function decodeText(bytes: Uint8Array): string {
  const [a, b] = bytes;
  const encoding = a === 0xff && b === 0xfe ? 'utf-16le' : a === 0xfe && b === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

/** What is left of an XML text after declaration, comments, processing instructions and document type. */
function skipProlog(text: string): string {
  let rest = text.trimStart();
  for (;;) {
    const end = prologPartEnd(rest);
    if (end === undefined) return rest;
    rest = rest.slice(end).trimStart();
  }
}

/** Where the leading part of an XML prolog ends, or undefined when the text does not start with one. */
function prologPartEnd(text: string): number | undefined {
  const after = (closing: string, from: number) => {
    const at = text.indexOf(closing, from);
    return at < 0 ? undefined : at + closing.length;
  };
  if (text.startsWith('<!--')) return after('-->', 4);
  if (text.startsWith('<?')) return after('?>', 2);
  if (!/^<!doctype/i.test(text)) return undefined;
  const subset = text.indexOf('[');
  const close = text.indexOf('>');
  if (subset < 0 || (close >= 0 && close < subset)) return after('>', 0);
  const subsetEnd = /\]\s*>/g;
  subsetEnd.lastIndex = subset;
  return subsetEnd.exec(text) ? subsetEnd.lastIndex : undefined;
}
