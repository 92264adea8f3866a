import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openZip } from '../../detection/document-zip.ts';
import { type EngineResult, hasFormat } from '../engine.ts';
import { isEncrypted, passwordProtected } from '../office/encryption.ts';
import { BookFiles } from '../office/epub/read-book.ts';
import { refuseEncrypted } from '../office/epub/refuse-encrypted.ts';
import { decodeDeclared, decodeHtml, decodePlain } from '../office/text-encoding.ts';
import { inspect } from '../read/inspect.ts';
import { unreadableFile, unsupported } from '../refusals.ts';
import { toolSeconds } from '../seconds-for-size.ts';
import { placeDocument } from './packages/place-document.ts';
import { BIBLIOGRAPHY_READERS, PACKAGES, READERS, type Readable } from './readers.ts';
import { readingFailure } from './reading-failure.ts';
import { ReaderError, runFilter, runReader, type Target, type Text } from './run-filter.ts';
import { repairText } from './texts/repair-text.ts';

/** A source that pandoc reads itself. */
export interface MarkupSource {
  readonly sourcePath: string;
  readonly sourceFormat: Readable;
}

/**
 * Converts a text or package with pandoc.
 * @throws ConversionError UNREADABLE_FILE, PASSWORD_PROTECTED, TOO_COMPLEX, UNSUPPORTED_CONVERSION
 */
export async function convertText(source: MarkupSource, target: Target): Promise<EngineResult> {
  const { sourcePath, sourceFormat } = source;
  if (sourceFormat === 'epub') inspect(sourcePath, (read, size) => refuseEncrypted(new BookFiles(openZip(read, size))));
  const path = await placeSource(source, target.folder);
  const seconds = toolSeconds(PACKAGES.includes(sourceFormat) ? 'packages' : 'pandoc', (await stat(path)).size);
  // A document lists the titles of a bibliography.
  const bibliography = hasFormat(BIBLIOGRAPHY_READERS, sourceFormat) && !hasFormat(BIBLIOGRAPHY_READERS, target.target);
  const text = { path, reader: READERS[sourceFormat], sourceFormat, seconds, bibliography };
  try {
    return await convertWithFallback(text, target);
  } catch (error) {
    if (!(error instanceof ReaderError)) throw error;
    throw PACKAGES.includes(sourceFormat) && isEncrypted(path)
      ? passwordProtected(error.stderr)
      : readingFailure(error.stderr, sourceFormat);
  }
}

async function convertWithFallback(text: Text, target: Target): Promise<EngineResult> {
  if (text.sourceFormat === 'rst') return runFilter(await readFirst(text, target.folder), target);
  try {
    return await runFilter(text, target);
  } catch (error) {
    // A text between two lines of dashes need not be metadata.
    if (text.sourceFormat !== 'md' || !(error instanceof ReaderError)) throw error;
    return runFilter({ ...text, reader: `${text.reader}-yaml_metadata_block` }, target);
  }
}

/** Reads a text in a run of its own: with --standalone, this reader makes the first heading the title of the document. */
async function readFirst(text: Text, folder: string): Promise<Text> {
  const path = join(folder, 'tree.json');
  await runReader(text, ['-t', 'json', '-o', path], { folder });
  return { ...text, path, reader: 'json' };
}

/** Places a text as UTF-8, and a package with the edits that pandoc needs. */
async function placeSource({ sourcePath, sourceFormat: format }: MarkupSource, folder: string): Promise<string> {
  if (PACKAGES.includes(format)) return placeDocument(sourcePath, format, folder);
  const bytes = await readFile(sourcePath);
  const text = decodeText(bytes, format);
  checkText(text, format);
  const placed = join(folder, `source.${format}`);
  await writeFile(placed, repairText(text, format));
  return placed;
}

const XML: readonly Readable[] = ['fb2', 'dbk', 'jats', 'opml'];

function decodeText(bytes: Buffer, format: Readable): string {
  if (format === 'html' || format === 'xhtml') return decodeHtml(bytes);
  return XML.includes(format) ? decodeDeclared(bytes) : decodePlain(bytes);
}

/** BSD's macros for manual pages, which pandoc cannot read. https://man.openbsd.org/mdoc.7 */
const MDOC = /^\.D[dt][ \t]/m;

/** @throws ConversionError UNREADABLE_FILE, UNSUPPORTED_CONVERSION */
function checkText(text: string, format: Readable): void {
  if (!/\S/.test(text)) throw unreadableFile('The document has no text.');
  if (format === 'man' && MDOC.test(text))
    throw unsupported(
      'The manual page is written in mdoc, which this service does not read. Run `mandoc -T man` on it first.',
    );
}
