import { type FormatName, findFormat } from '../conversion/formats.ts';
import type { Detect } from './sample.ts';
import { decodeText } from './sample.ts';

/** ISO BMFF brands of still pictures. The major brand may be a neutral or vendor's one, so all brands count. */
const AVIF_BRANDS = ['avif', 'avis'];
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];

/** Pictures that file-type takes for something else: SVG is a text to it, and pictures in ISO BMFF files are videos. */
export const detectPicture: Detect = ({ head, filename, seen }) => {
  if (!seen) return isSvg(head) ? 'svg' : undefined;
  if (seen.ext === 'gz') return /\.svgz$/i.test(filename) ? 'svg' : undefined;
  if (seen.ext === 'heic' || seen.ext === 'mp4') return pictureBrand(head) ?? findFormat(seen.ext);
  return seen.mime === 'image/x-icon' && holdsFewPictures(head) ? 'ico' : undefined;
};

/** Icons begin with two bytes of zero, a kind and a count; so do spreadsheets of Lotus, with no count that an icon has. */
function holdsFewPictures([, , , , , high]: Uint8Array): boolean {
  return high === 0;
}

function pictureBrand(head: Uint8Array): FormatName | undefined {
  const brands = brandsOf(head);
  if (AVIF_BRANDS.some((brand) => brands.includes(brand))) return 'avif';
  return HEIC_BRANDS.some((brand) => brands.includes(brand)) ? 'heic' : undefined;
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
  return /^<(?:[\w.-]+:)?svg[\s/>]/.test(skipProlog(decodeText(head)));
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
