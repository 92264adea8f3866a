import type { FormatName } from '../../functions/conversion/formats.ts';
import { pandoc } from '../../functions/engines/pandoc.ts';
import { textOf } from '../documents/read-result.ts';
import { convertBytes } from '../support/engine.ts';
import { unzip } from '../support/unzip.ts';
import { convertWithCalibre } from './convert-with-calibre.ts';

/** Formats that only calibre reads: its reader shares only tables with its writer. */
const READ_BACK: readonly FormatName[] = ['lit', 'lrf', 'pdb', 'rb', 'tcr'];

/** The text of a book with its markup, read without the code of its writer. */
export async function textOfBook(file: Buffer, format: FormatName): Promise<string> {
  if (READ_BACK.includes(format)) return (await convertWithCalibre(file, format, 'txt')).toString();
  // By libmobi.
  if (format === 'mobi' || format === 'azw3') return String((await convertBytes(pandoc, file, [format, 'html'])).file);
  return format === 'htmlz' || format === 'txtz' ? textOfZip(file) : textOf(file, format);
}

function textOfZip(file: Buffer): string {
  return [...unzip(file)]
    .map(([name, content]) => (/\.(html|txt|opf|css)$/.test(name) ? content.toString() : ''))
    .join('\n');
}
