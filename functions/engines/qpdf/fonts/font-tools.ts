import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { layerFolder } from '../../../sandbox/layer.ts';
import { readSfnt, unicodeSubtable, writeSfnt } from '../../fontforge/sfnt.ts';
import { type LayerTools, runLayerTool } from '../../tool.ts';
import { isCidKeyed } from './cff.ts';

/** The tool of Adobe's font development kit that rewrites fonts, and that of HarfBuzz that cuts them. */
const FONT_TOOLS: LayerTools = {
  layer: 'mupdf',
  memory: 512,
  fileSize: 64,
  time: 'font',
  tooComplex: 'The fonts take too much time.',
  environment: () => ({ LD_PRELOAD: join(layerFolder('mupdf'), 'preload/temporary-file.so') }),
};

/** The letters of WinAnsiEncoding (PDF 2.0, D.2), and others that programs take for some of them, in hexadecimal. */
const WIN_ANSI = [
  '20-7e,a0-ff,152,153,160,161,178,17d,17e,192,2c6,2dc,2013,2014,2018-201a,201c-201e,2020-2022,2026,2030,2039,203a,20ac,2122',
  '2c9,2da,3bc,2010,2219',
].join();
/** Tables of fonts that no reader of PDF needs. */
const UNUSED = [
  ...['BASE', 'DSIG', 'EBDT', 'EBLC', 'EBSC', 'GDEF', 'GPOS', 'GSUB', 'JSTF', 'LTSH', 'MATH', 'OS/2', 'PCLT', 'VDMX'],
  ...['feat', 'gasp', 'hdmx', 'kern', 'meta', 'mort', 'morx', 'name'],
];
/** The most glyphs that are asked for by their numbers: arguments of programs are limited. */
const MOST_GLYPHS = 8000;

/** How the letters of a font are found: by CIDs, by the Unicode characters of an encoding, or by its own tables. */
export type Letters = 'cid' | 'unicode' | 'own';

/** A font program in a file, and where the smaller one is written. */
export interface FontFile {
  readonly path: string;
  readonly target: string;
  readonly folder: string;
}

/** Rewrites a Type 1 or CFF font as CFF, without subroutines that no letter calls. @throws Error */
export async function rewriteAsCff(file: FontFile): Promise<boolean> {
  await runTx(file, []);
  return true;
}

/**
 * Cuts glyphs from a CFF font.
 * @param glyphs that are left: glyph IDs, or CIDs of a font that is keyed by them
 * @param letters how they are found: by CIDs, or by names
 * @returns whether it did
 * @throws Error
 */
export async function cutCff(file: FontFile, glyphs: readonly number[], letters: Letters): Promise<boolean> {
  if (glyphs.length > MOST_GLYPHS) return false;
  const byCid = isCidKeyed(await readFile(file.path));
  const kept = byCid ? glyphs.map((glyph) => `/${glyph}`) : [...glyphs, 'space'];
  // Without names and CIDs, the numbers of glyphs have to stay.
  await runTx(file, [...(byCid || letters !== 'cid' ? [] : ['-pg']), '-g', ['0', ...kept].join()]);
  return true;
}

/**
 * Cuts glyphs from a TrueType font, whose other glyphs keep their numbers; of one that HarfBuzz refuses, tables that no reader needs.
 * @returns whether it did
 * @throws Error
 */
export async function cutTrueType(file: FontFile, glyphs: readonly number[], letters: Letters): Promise<boolean> {
  if (glyphs.length > MOST_GLYPHS) return false;
  const font = readSfnt(await readFile(file.path));
  const unused = letters === 'cid' ? [...UNUSED, 'cmap', 'post'] : UNUSED;
  const kept = [`--gids=${glyphs.join()}`, '--retain-gids', '--glyph-names'];
  // MuPDF does not list runs of spaces.
  if (letters === 'unicode') kept.push('--unicodes=20,a0');
  const isCut = await runCut(file, [...kept, `--drop-tables+=${unused.join()}`]).then(
    () => true,
    () => false,
  );
  const tables = new Map(isCut ? readSfnt(await readFile(file.target)).tables : font.tables);
  const cmap = font.tables.get('cmap');
  // HarfBuzz writes subtables of Unicode characters only.
  if (cmap && (letters === 'own' || !hasUnicode(font.tables))) tables.set('cmap', cmap);
  for (const tag of unused) tables.delete(tag);
  await writeFile(file.target, writeSfnt({ ...font, tables }));
  return true;
}

/**
 * Leaves the letters of WinAnsiEncoding in a TrueType font.
 * @returns whether it did: where it has a table of Unicode characters, by which they are found then
 * @throws Error
 */
export async function cutToWinAnsi(file: FontFile): Promise<boolean> {
  if (!hasUnicode(readSfnt(await readFile(file.path)).tables)) return false;
  await runCut(file, [`--unicodes=${WIN_ANSI}`, `--drop-tables+=${[...UNUSED, 'post'].join()}`]);
  return true;
}

function hasUnicode(tables: ReadonlyMap<string, Buffer>): boolean {
  const cmap = tables.get('cmap');
  return cmap !== undefined && unicodeSubtable(cmap) !== undefined;
}

async function runTx({ path, target, folder }: FontFile, kept: readonly string[]): Promise<void> {
  await runLayerTool(FONT_TOOLS, 'tx', ['-cff', '+b', ...kept, path, target], { folder, source: path, target });
}

async function runCut({ path, target, folder }: FontFile, kept: readonly string[]): Promise<void> {
  const args = [path, `--output-file=${target}`, '--notdef-outline', ...kept];
  await runLayerTool(FONT_TOOLS, 'hb-subset', args, { folder, source: path, target });
}
