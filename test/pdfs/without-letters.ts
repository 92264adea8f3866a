import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { layerFolder } from '../../functions/sandbox/layer.ts';
import { type HandWrittenPage, handWritten, streamOf, words } from './hand-written.ts';

/** How far the glyphs of the font are from the characters that they draw. */
const OFF = 29;

/** A page of lines whose font says only which glyphs it draws, and not which letters they are, before other pages. */
export function withoutLetters(lines: readonly string[], ...others: readonly HandWrittenPage[]): Buffer {
  const font = readFileSync(join(layerFolder('poppler'), 'fonts/LiberationSans-Regular.ttf'), 'latin1');
  const name = '/BaseFont/LiberationSans';
  const descriptor = '/Type/FontDescriptor/FontName/LiberationSans/Flags 4/FontFile2 3 0 R';
  const system = '/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>';
  const glyphs = `<</Type/Font/Subtype/CIDFontType2${name}${system}/DW 600/CIDToGIDMap/Identity/FontDescriptor<<${descriptor}>>>>`;
  const type0 = `<</Type/Font/Subtype/Type0${name}/Encoding/Identity-H/DescendantFonts[${glyphs}]>>`;
  const content = lines.map((line, at) => words(`<${glyphsOf(line)}>`, 50, 700 - at * 30)).join('');
  const page = { width: 612, height: 792, content, entries: `/Resources<</Font<</F1 ${type0}>>>>` };
  return handWritten([page, ...others], { objects: [streamOf(font)] });
}

function glyphsOf(line: string): string {
  return [...line].map((letter) => (letter.charCodeAt(0) - OFF).toString(16).padStart(4, '0')).join('');
}
