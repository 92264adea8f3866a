import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openZip } from '../../detection/document-zip.ts';
import type { EngineResult } from '../engine.ts';
import { refuseEncrypted } from '../office/epub/bind-chapters.ts';
import { BookFiles } from '../office/epub/read-book.ts';
import { isLocked, passwordProtected } from '../office/locks.ts';
import { decodeHtml, decodePlain } from '../office/text-encoding.ts';
import { inspect } from '../read/inspect.ts';
import { unreadableFile, unsupported } from '../refusals.ts';
import { toolSeconds } from '../seconds-for-size.ts';
import { placeDocument } from './packages/place-document.ts';
import { BIBLIOGRAPHIES, PACKAGES, READERS, type Readable } from './readers.ts';
import { readingFailure } from './reading-failure.ts';
import { runFilter, runReader, type Target, type Text, UnreadText } from './run-filter.ts';
import { mendText } from './texts/mend-text.ts';

/** A source that pandoc reads itself. */
export interface MarkupSource {
  readonly sourcePath: string;
  readonly sourceFormat: Readable;
}

/**
 * Has pandoc convert a text or package.
 * @throws ConversionError UNREADABLE_FILE, PASSWORD_PROTECTED, TOO_COMPLEX, UNSUPPORTED_CONVERSION
 */
export async function convertText(source: MarkupSource, target: Target): Promise<EngineResult> {
  const { sourcePath, sourceFormat } = source;
  if (sourceFormat === 'epub') inspect(sourcePath, (read, size) => refuseEncrypted(new BookFiles(openZip(read, size))));
  const path = await placeSource(source, target.folder);
  const seconds = toolSeconds(PACKAGES.includes(sourceFormat) ? 'packages' : 'pandoc', (await stat(path)).size);
  // The titles that a list of literature knows of are listed in a document.
  const literature = BIBLIOGRAPHIES.includes(sourceFormat) && !BIBLIOGRAPHIES.includes(target.target);
  const text = { path, reader: READERS[sourceFormat], sourceFormat, seconds, literature };
  try {
    return await convertOrAgain(text, target);
  } catch (error) {
    if (!(error instanceof UnreadText)) throw error;
    throw PACKAGES.includes(sourceFormat) && isLocked(path)
      ? passwordProtected(error.said)
      : readingFailure(error.said, sourceFormat);
  }
}

async function convertOrAgain(text: Text, target: Target): Promise<EngineResult> {
  if (text.sourceFormat === 'rst') return runFilter(await readApart(text, target.folder), target);
  try {
    return await runFilter(text, target);
  } catch (error) {
    // What begins with two lines of dashes need not have names and values between them.
    if (text.sourceFormat !== 'md' || !(error instanceof UnreadText)) throw error;
    return runFilter({ ...text, reader: `${text.reader}-yaml_metadata_block` }, target);
  }
}

/** A reader that takes the first heading for a title, and what is below for its parts, where a whole document is written. */
async function readApart(text: Text, folder: string): Promise<Text> {
  const path = join(folder, 'tree.json');
  await runReader(text, ['-t', 'json', '-o', path], folder);
  return { ...text, path, reader: 'json' };
}

/** Texts are given as UTF-8, whatever they were; those in packages without what pandoc leaves out. */
async function placeSource({ sourcePath, sourceFormat: format }: MarkupSource, folder: string): Promise<string> {
  if (PACKAGES.includes(format)) return placeDocument(sourcePath, format, folder);
  const bytes = await readFile(sourcePath);
  const text = format === 'html' || format === 'xhtml' ? decodeHtml(bytes) : decodePlain(bytes);
  checkText(text, format);
  const placed = join(folder, `source.${format}`);
  await writeFile(placed, mendText(text, format));
  return placed;
}

/** BSD's macros for manual pages, of which pandoc's reader knows none. https://man.openbsd.org/mdoc.7 */
const MDOC = /^\.D[dt][ \t]/m;

/** @throws ConversionError UNREADABLE_FILE, UNSUPPORTED_CONVERSION */
function checkText(text: string, format: Readable): void {
  if (!/\S/.test(text)) throw unreadableFile('There is no text in the document.');
  if (format === 'man' && MDOC.test(text))
    throw unsupported(
      'The manual page is written in mdoc, which this service does not read. Run `mandoc -T man` on it first.',
    );
}
