import type { FormatName } from '../../functions/conversion/formats.ts';
import { convertWithPandoc } from '../documents/convert-with-pandoc.ts';
import { textOf } from '../documents/read-result.ts';
import { unzip } from '../support/unzip.ts';
import { convertWithCalibre } from './convert-with-calibre.ts';

/** What only calibre reads: here another part of it than the one that wrote it, which shares nothing with that but tables. */
const READ_BACK: readonly FormatName[] = ['lit', 'lrf', 'pdb', 'rb', 'tcr'];

/** The text of a book, markup included, by what did not write it. */
export async function textOfBook(file: Buffer, format: FormatName): Promise<string> {
  if (READ_BACK.includes(format)) return (await convertWithCalibre(file, format, 'txt')).toString();
  // By libmobi.
  if (format === 'mobi' || format === 'azw3') return String((await convertWithPandoc(file, format, 'html')).file);
  return format === 'htmlz' || format === 'txtz' ? textOfZip(file) : textOf(file, format);
}

function textOfZip(file: Buffer): string {
  return [...unzip(file)]
    .map(([name, content]) => (/\.(html|txt|opf|css)$/.test(name) ? content.toString() : ''))
    .join('\n');
}
