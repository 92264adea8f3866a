import { tooComplex, unsupported } from '../refusals.ts';
import { LIMITS } from './limits.ts';
import { unreadable } from './refusals.ts';
import { readSfnt, type Sfnt } from './sfnt.ts';

const HEADER = 16;
const TYPE = 8;
const REFERENCE = 12;

/**
 * Reads the fonts in a data fork suitcase of the Macintosh (Inside Macintosh, More Macintosh Toolbox 1-121).
 * @throws ConversionError UNREADABLE_FILE, UNSUPPORTED_CONVERSION, TOO_COMPLEX
 */
export function readDfont(bytes: Buffer): Sfnt[] {
  const data = number(bytes, 0, 4);
  const map = number(bytes, 4, 4);
  const types = map + number(bytes, map + 24, 2);
  const count = (number(bytes, types, 2) + 1) & 0xffff;
  for (let at = types + 2; at < types + 2 + count * TYPE; at += TYPE) {
    if (bytes.toString('latin1', at, at + 4) !== 'sfnt') continue;
    return readResources(bytes, data, types + number(bytes, at + 6, 2), number(bytes, at + 4, 2) + 1);
  }
  throw unsupported('The font has no outlines, only bitmaps in an obsolete form.');
}

function readResources(bytes: Buffer, data: number, list: number, count: number): Sfnt[] {
  if (count > LIMITS.fonts) throw tooComplex(`The file holds more than ${LIMITS.fonts} fonts.`);
  return Array.from({ length: count }, (_, index) => {
    const at = data + number(bytes, list + index * REFERENCE + 5, 3);
    const length = number(bytes, at, 4);
    if (at + 4 + length > bytes.length) throw unreadable(`a font of ${length} bytes at ${at}`);
    return readSfnt(bytes.subarray(at + 4, at + 4 + length));
  });
}

function number(bytes: Buffer, at: number, length: number): number {
  if (at < 0 || at + length > bytes.length || bytes.length < HEADER) throw unreadable(`nothing at ${at}`);
  return bytes.readUIntBE(at, length);
}
