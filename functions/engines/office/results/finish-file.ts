import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FormatName } from '../../../conversion/formats.ts';
import { editPackage } from '../edit-package.ts';
import { addMargins } from './cell-margins.ts';

/** What is put right in the parts of a package. */
interface Package {
  /** Those that say where links lead, and those in which a field may say the name of the file. */
  readonly parts: RegExp;
  readonly edit?: (xml: string) => string;
  /** Where links begin, seen from the folder of the file: in OpenDocument it is the package (1.3, part 2, 3.7). */
  readonly start?: string;
}

const OPEN_DOCUMENT: Package = { parts: /^(?:content|styles)\.xml$/, start: '../' };
const PACKAGES: Partial<Record<FormatName, Package>> = {
  docx: {
    parts: /\.rels$|^word\/(?:document|footnotes|styles|(?:header|footer)\d{1,9})\.xml$/,
    edit: separateNoDigits,
  },
  pptx: { parts: /\.rels$|^ppt\/slides\/slide\d{1,6}\.xml$/, edit: addMargins },
  xlsx: { parts: /\.rels$/ },
  odt: OPEN_DOCUMENT,
  ods: OPEN_DOCUMENT,
  odp: OPEN_DOCUMENT,
  odg: OPEN_DOCUMENT,
};
const TEXTS: readonly FormatName[] = ['rtf', 'html'];
/** A text that is larger stays as it is, in bytes. */
const LARGEST_TEXT = 64 * 1024 * 1024;

const NO_GAPS_AT_LETTERS = '<w:autoSpaceDE w:val="false"/>';
const NO_GAPS_AT_DIGITS = '<w:autoSpaceDN w:val="false"/>';

/**
 * Puts right what LibreOffice wrote: links to other files become relative, and each format has its own.
 * @param path of the result
 * @param folder of the copy that LibreOffice read
 */
export async function finishFile(path: string, format: FormatName, folder: string): Promise<void> {
  const packaged = PACKAGES[format];
  if (packaged) {
    const { parts, edit = (xml: string) => xml, start = '' } = packaged;
    const to = `${path}.finished`;
    const edited = await editPackage({ from: path, to, compress: true }, parts, (xml) =>
      edit(withRelativePaths(xml, folder, start)),
    );
    if (edited) await rename(to, path);
  } else if (TEXTS.includes(format) && (await stat(path)).size <= LARGEST_TEXT) {
    const text = await readFile(path, 'latin1');
    const relative = withRelativePaths(text, folder, '');
    const edited = format === 'html' ? readable(relative) : relative;
    if (edited !== text) await writeFile(path, edited, 'latin1');
  }
}

/** The marks of LibreOffice's fields, which HTML must not have, in the bytes of UTF-8. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed
const MARKS = /[\x01-\x08\x0b\x0c\x0e-\x1f]/g;
/** Heights of lines below a tenth of an inch: those of Word that are "at least" so high. */
const LOWEST_LINES = /line-height: 0\.0\d{0,4}in;? ?/g;

const readable = (html: string) => html.replace(MARKS, '').replace(LOWEST_LINES, '');

/**
 * Says of paragraphs that have no gaps between East Asian letters and Latin ones that they have none beside digits either:
 * LibreOffice means both, and writes one.
 */
function separateNoDigits(xml: string): string {
  return xml.replaceAll(NO_GAPS_AT_LETTERS, NO_GAPS_AT_LETTERS + NO_GAPS_AT_DIGITS);
}

/**
 * A text with paths relative to a folder, where they lead into it or into one that it is in, but for those of the system, as
 * they are in the source: LibreOffice resolves them against the folder of its copy, which leads nowhere and is nobody's
 * business. Fields with the path of the file lose the folder.
 * @param start the path of that folder, seen from the text
 */
function withRelativePaths(text: string, folder: string, start: string): string {
  // Of most results this is all that is to be looked for.
  const outermost = folder.split('/', 3).join('/');
  if (!text.includes(outermost)) return text;
  let [relative, up] = [text.replaceAll(`"file://${folder}/"`, `"${start || './'}"`), start];
  for (let at = folder; dirname(at) !== '/'; at = dirname(at)) {
    relative = relative.replaceAll(`file://${at}/`, up);
    up += '../';
  }
  return relative.replaceAll(`${folder}/`, '');
}
