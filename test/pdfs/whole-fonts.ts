import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { layerFolder } from '../../functions/sandbox/layer.ts';
import { handWritten, streamOf, words } from './hand-written.ts';

/** The objects of an embedded font of WinAnsiEncoding. @param first the number of the first of them */
export function embedded(name: string, subtype: string, program: Buffer, first: number): string[] {
  const widths = Array.from({ length: 224 }, () => 556).join(' ');
  const key = subtype === 'Type1' ? 'FontFile' : 'FontFile2';
  return [
    `<</Type/Font/Subtype/${subtype}/BaseFont/${name}/Encoding/WinAnsiEncoding
/FirstChar 32/LastChar 255/Widths[${widths}]/FontDescriptor ${first + 1} 0 R>>`,
    `<</Type/FontDescriptor/FontName/${name}/Flags 32/${key} ${first + 2} 0 R/Ascent 905/Descent -212>>`,
    streamOf(program.toString('latin1')),
  ];
}

/**
 * A page in a TrueType font, which is whole in the file as object 5. More objects begin with 8.
 * @param font entries of its dictionary; those of a font of glyph IDs where it is empty
 * @param content in font W, with a layer L, which is object 3
 */
export async function inWholeFont(
  font: string,
  flags: number,
  content: string,
  { catalog = '', entries = '', objects = [] as readonly string[] } = {},
): Promise<Buffer> {
  const program = await readFile(join(layerFolder('poppler'), 'fonts/LiberationSans-Regular.ttf'));
  const name = '/Type/Font/BaseFont/LiberationSans';
  const widths = `/FirstChar 32/LastChar 126/Widths[${Array.from({ length: 95 }, () => 600).join(' ')}]`;
  const composite = `/Subtype/Type0/Encoding/Identity-H/DescendantFonts[7 0 R]`;
  const own = [
    '<</Type/OCG/Name(L)>>',
    `<<${name}${font ? `${font}${widths}/FontDescriptor 6 0 R` : composite}>>`,
    streamOf(program.toString('latin1')),
    `<</Type/FontDescriptor/FontName/LiberationSans/Flags ${flags}/FontFile2 5 0 R/Ascent 905/Descent -212>>`,
    `<<${name}/Subtype/CIDFontType2/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>
/CIDToGIDMap/Identity/DW 600/FontDescriptor 6 0 R>>`,
  ];
  const resources = '/Resources<</Font<</W 4 0 R>>/Properties<</L 3 0 R>>>>';
  const page = { width: 300, height: 200, content, entries: `${resources}${entries}` };
  return handWritten([page], { catalog, objects: [...own, ...objects] });
}

/** Two pages, each in a font of its own, which is whole in the file. */
export async function inWholeFonts(catalog = '', text = 'Whole fonts'): Promise<Buffer> {
  const names = ['LiberationSans', 'LiberationSerif'];
  const objects = names.map(async (name, at) => {
    const file = await readFile(join(layerFolder('poppler'), 'fonts', `${name}-Regular.ttf`));
    return embedded(name, 'TrueType', file, 4 + at * 3);
  });
  const pages = ['4', '7'].map((font) => ({
    width: 300,
    height: 200,
    content: words(text, 20, 100, 30, 'W'),
    entries: `/Resources<</Font<</W ${font} 0 R>>>>`,
  }));
  return handWritten(pages, { catalog, objects: ['null', ...(await Promise.all(objects)).flat()] });
}
