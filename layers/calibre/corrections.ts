import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A text in a file of calibre, and what has to stand there. */
interface Correction {
  readonly file: string;
  readonly from: string | RegExp;
  readonly to: string;
}

const BUILTINS = 'calibre/customize/builtins.py';

const CORRECTIONS: readonly Correction[] = [
  // Of the plugins that it comes with, those that read and write books are all there are here.
  { file: BUILTINS, from: /^# Catalog plugins \{\{\{\n[\s\S]*?^# \}\}\}\n/m, to: '' },
  { file: BUILTINS, from: /^# Device driver plugins \{\{\{\n[\s\S]*/m, to: '' },
  // A recipe is a program in Python: there is nothing that would run one.
  { file: BUILTINS, from: /^from [\w.]+\.recipe_input import RecipeInput\n/m, to: '' },
  { file: BUILTINS, from: /^ {4}RecipeInput,\n/m, to: '' },
  // Its compression repeats letters that always stand before a certain other one. A dictionary of single bytes is right.
  {
    file: 'calibre/ebooks/compression/tcr.py',
    from: '    t = TCRCompressor()\n    return t.compress(txt)\n',
    to: "    return b'!!8-Bit!!' + b''.join(bytes((1, byte)) for byte in range(256)) + txt\n",
  },
  // It counts letters where bytes have to be counted.
  {
    file: 'calibre/ebooks/rb/writer.py',
    from: "info = [('info.info', self._info_section(metadata))]",
    to: "info = [('info.info', self._info_section(metadata).encode('utf-8').decode('latin-1'))]",
  },
  {
    file: 'calibre/ebooks/rb/writer.py',
    from: "info[0][1].encode('utf-8')",
    to: "info[0][1].encode('latin-1')",
  },
  // It writes these with large letters, and reads them with small ones only.
  { file: 'calibre/ebooks/pml/pmlconverter.py', from: '\\\\U(?P<num>[0-9a-f]{4})', to: '\\\\U(?P<num>[0-9a-fA-F]{4})' },
  // Letters that the format does not have became question marks.
  {
    file: 'calibre/ebooks/pml/__init__.py',
    from: "        return '?'\n",
    to: "        raise UnicodeEncodeError('eReader', char, 0, 1, 'no such letter')\n",
  },
  // Help with a single page has a table of contents too.
  {
    file: 'calibre/ebooks/conversion/plugins/chm_input.py',
    from: /toc\.count\(\) > 1/g,
    to: 'toc.count() > 0',
  },
  // It took letters beyond those of English out of titles and names.
  { file: 'calibre/ebooks/metadata/ereader.py', from: /\[\^a-zA-Z0-9 /g, to: '[^\\w ' },
  // It wrote them in other letters than those that readers, itself included, expect.
  {
    file: 'calibre/ebooks/pdb/ereader/writer.py',
    from: /as_bytes\(f'\{title\}(.*?)'\)/,
    to: "f'{title}$1'.encode('cp1252')",
  },
  // A document without metadata is a document.
  {
    file: 'calibre/ebooks/metadata/odt.py',
    from: "meta = zf.read('meta.xml')",
    to: "meta = zf.read('meta.xml') if 'meta.xml' in zf.namelist() else b'<none/>'",
  },
];

/** Corrects calibre where it is wrong, or does more than it shall. */
export async function correctCalibre(folder: string): Promise<void> {
  for (const { file, from, to } of CORRECTIONS) {
    const path = join(folder, file);
    const text = await readFile(path, 'utf8');
    const corrected = text.replace(from, to);
    if (corrected === text) throw new Error(`${file} of calibre is another now: ${from} is not in it`);
    await writeFile(path, corrected);
  }
}
