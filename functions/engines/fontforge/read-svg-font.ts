import { readFile } from 'node:fs/promises';
import type { EngineJob } from '../engine.ts';
import { applyEdits, tokensOf } from '../markup.ts';
import { unsupported } from '../refusals.ts';
import { checkFont } from './check-font.ts';
import { unreadable } from './refusals.ts';
import { REWRITE, runFontforge } from './run-fontforge.ts';
import { readSfnt, type Sfnt } from './sfnt.ts';

/** Targets with cubic curves: for all others, outlines become quadratic at once. */
const CUBIC: readonly string[] = ['otf', 'pfb'];

/**
 * Reads the font in an SVG file.
 * @throws ConversionError UNREADABLE_FILE, UNSUPPORTED_CONVERSION, TOO_COMPLEX
 */
export async function readSvgFont({ sourcePath, targetFormat, folder }: EngineJob): Promise<Sfnt> {
  const text = await readFile(sourcePath, 'utf8');
  const { bare, fonts, glyphs } = inspectSvg(text);
  if (fonts === 0 || glyphs === 0) throw unreadable('no font');
  if (fonts > 1) throw unsupported('The file holds more than one font. Give each a file of its own.');
  const name = CUBIC.includes(targetFormat) ? 'read.otf' : 'read.ttf';
  const font = checkFont(readSfnt((await runFontforge(REWRITE, bare, ['font.svg', name], folder)).made));
  if (font.glyphs < glyphs) throw unreadable(`${font.glyphs} glyphs of ${glyphs}`);
  return font;
}

/** Counts fonts and glyphs, and drops the document type, which may declare entities. */
function inspectSvg(text: string): { readonly bare: string; readonly fonts: number; readonly glyphs: number } {
  let [fonts, glyphs] = [0, 0];
  const declarations = [];
  for (const { kind, name, start, end } of tokensOf(text)) {
    if (kind === 'open' && name === 'font') fonts++;
    if (kind === 'open' && name === 'glyph') glyphs++;
    if (kind === 'declaration' && text[start + 1] === '!') declarations.push({ start, end, text: '' });
  }
  return { bare: applyEdits(text, declarations), fonts, glyphs };
}
