import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync, inflateSync } from 'node:zlib';
import { ConversionError } from '../../conversion/errors.ts';
import { layerFolder } from '../../sandbox/layer.ts';
import { readSfnt, unicodeSubtable } from '../fontforge/sfnt.ts';
import type { PdfFile } from '../poppler/pdf-job.ts';
import { type LayerTools, runLayerTool } from '../tool.ts';
import { type FontKind, type FontProgram, fontPrograms } from './font-programs.ts';
import { type Dictionary, listPdf, type PdfObject, type PdfObjects } from './join/list-pdf.ts';
import { updateObjects } from './update-objects.ts';

/** The tool of Adobe's font development kit that rewrites fonts, and that of HarfBuzz that cuts them. */
const FONT_TOOLS: LayerTools = {
  layer: 'mupdf',
  memory: 512,
  fileSize: 64,
  time: 'font',
  tooComplex: 'The fonts take too much time.',
  environment: () => ({ LD_PRELOAD: join(layerFolder('mupdf'), 'preload/temporary-file.so') }),
};

/** The most fonts that are rewritten, and the largest of them, in bytes. */
const MOST_FONTS = 300;
const LARGEST_FONT = 16_000_000;
/** After this time no further font is rewritten, in milliseconds. */
const LONG = 20_000;

/** The letters of WinAnsiEncoding (PDF 2.0, D.2), and others that programs take for some of them, in hexadecimal. */
const WIN_ANSI = [
  '20-7e,a0-ff,152,153,160,161,178,17d,17e,192,2c6,2dc,2013,2014,2018-201a,201c-201e,2020-2022,2026,2030,2039,203a,20ac,2122',
  '2c9,2da,3bc,2010,2219',
].join();
/** Tables of fonts that no reader of PDF needs. */
const UNUSED_TABLES = 'DSIG,EBDT,EBLC,GDEF,GPOS,GSUB,JSTF,LTSH,OS/2,PCLT,VDMX,hdmx,kern,meta,name,post';

/**
 * Makes the fonts of a file smaller by what no page can show: subroutines that no letter calls, which are up to nine tenths of
 * the Type 1 fonts that LaTeX embeds and that become CFF, and letters that are not in the encoding of a TrueType font.
 * @param kinds of the fonts that are made smaller
 * @returns a copy, or the file itself where that makes no font smaller
 * @throws Error
 */
export async function compactFonts<File extends PdfFile>(file: File, kinds: readonly FontKind[]): Promise<File> {
  const { listing } = await listPdf(file.sourcePath, file.folder);
  const found = fontPrograms(listing.qpdf[1]).filter(({ kind }) => kinds.includes(kind));
  const fonts = found.slice(0, MOST_FONTS);
  if (fonts.length === 0) return file;
  const wanted = fonts.map(({ reference }) => reference);
  const streams = await listPdf(file.sourcePath, file.folder, wanted, join(file.folder, 'font'), false);
  const objects: Record<string, PdfObject> = {};
  const started = performance.now();
  for (const font of fonts) {
    if (performance.now() - started > LONG) break;
    const key = `obj:${font.reference}`;
    const stream = await compactStream(font, streams.listing.qpdf[1][key], file.folder);
    if (!stream) continue;
    objects[key] = { stream };
    if (font.kind === 'type1') Object.assign(objects, renamedDescriptors(font));
  }
  return Object.keys(objects).length === 0
    ? file
    : updateObjects(file, listing.qpdf, objects, `compact-${kinds.join('-')}`);
}

/** Rewrites a font. @returns undefined where that fails, or makes it no smaller */
async function compactStream({ kind }: FontProgram, object: PdfObject | undefined, folder: string) {
  if (!object || !('stream' in object) || !object.stream.datafile) return undefined;
  const { dict, datafile } = object.stream;
  const target = `${datafile}.compact`;
  const run = { folder, source: datafile, target };
  try {
    const { size } = await stat(datafile);
    if (size > LARGEST_FONT || dict['/Filter'] !== '/FlateDecode' || dict['/DecodeParms']) return undefined;
    const before = inflateSync(await readFile(datafile), { maxOutputLength: LARGEST_FONT });
    await writeFile(datafile, before);
    if (kind !== 'winAnsi') await runLayerTool(FONT_TOOLS, 'tx', ['-cff', '+b', datafile, target], run);
    else if (hasUnicode(before)) await runLayerTool(FONT_TOOLS, 'hb-subset', cutting(datafile, target), run);
    else return undefined;
    const after = await readFile(target);
    const data = deflateSync(after, { level: 9 });
    if (data.length >= size) return undefined;
    await writeFile(target, data);
    const subtype = kind === 'type1' ? '/Type1C' : dict['/Subtype'];
    const entries: Dictionary = subtype ? { '/Subtype': subtype } : { '/Length1': after.length };
    return { dict: { ...entries, '/Filter': '/FlateDecode' }, datafile: target };
  } catch (error) {
    if (error instanceof ConversionError && error.code === 'TOO_COMPLEX') throw error;
    // A font that the tool cannot read stays as it is.
    return undefined;
  }
}

/** The arguments that leave the letters of WinAnsiEncoding in a font. */
function cutting(from: string, to: string): string[] {
  return [from, `--output-file=${to}`, `--unicodes=${WIN_ANSI}`, '--notdef-outline', `--drop-tables+=${UNUSED_TABLES}`];
}

/** Whether a font has a table of Unicode characters, by which letters are found then. */
function hasUnicode(font: Buffer): boolean {
  const cmap = readSfnt(font).tables.get('cmap');
  return cmap !== undefined && unicodeSubtable(cmap) !== undefined;
}

function renamedDescriptors({ reference, descriptors }: FontProgram): PdfObjects {
  const renamed = ({ '/FontFile': _, ...value }: Dictionary) => ({ value: { ...value, '/FontFile3': reference } });
  return Object.fromEntries(Object.entries(descriptors).map(([key, descriptor]) => [key, renamed(descriptor)]));
}
