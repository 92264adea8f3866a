import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packFolder } from '../archive/pack-folder.ts';
import { addLibraries } from '../elf/closure.ts';
import type { Recipe } from '../recipe.ts';

/** Of the data files those that are for presentations in a browser, for man pages of its own, and for scripts. */
const UNUSED = /^(init\.lua|sample\.lua|creole\.lua|dzslides|.*\.1$|bash_completion)/;

const CODE_FONT = { theirs: 'Consolas', ours: 'Courier New' } as const;

/** Pandoc, which reads and writes markup. One file of 190 MB, which has to lie beside LibreOffice: so it is an archive. */
export const pandoc: Recipe = {
  name: 'pandoc',
  packages: ['pandoc', 'pandoc-data'],
  async assemble({ tree, output, scratch, progress }) {
    const folder = join(scratch, 'pandoc');
    await tree.take('usr/bin/pandoc', join(folder, 'bin/pandoc'));
    await tree.takeFolder('usr/share/pandoc/data', join(folder, 'data'), (path) => !UNUSED.test(path));
    await adaptStyles(join(folder, 'data/docx/word/styles.xml'));
    progress.step('collecting libraries');
    await addLibraries(tree, { roots: [join(folder, 'bin')], folder: join(folder, 'lib') });
    progress.step('packing');
    await packFolder(folder, output, { onPart: (done, total) => progress.count('packing', done, total) });
  },
};

/**
 * Adapts how Word documents look. Of tables pandoc draws the line below the head only, and code it sets in a font that not
 * every machine has, nor LibreOffice here a replacement for.
 */
async function adaptStyles(file: string): Promise<void> {
  const styles = await readFile(file, 'utf8');
  const at = styles.indexOf('<w:tblCellMar>', styles.indexOf('w:styleId="Table"'));
  if (at < 0 || !styles.includes(CODE_FONT.theirs)) throw new Error('the styles of Word documents are others now');
  const sides = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'];
  const lines = sides.map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="999999" />`);
  const drawn = `${styles.slice(0, at)}<w:tblBorders>${lines.join('')}</w:tblBorders>${styles.slice(at)}`;
  await writeFile(file, drawn.replaceAll(CODE_FONT.theirs, CODE_FONT.ours));
}
