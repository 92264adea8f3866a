import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../conversion/errors.ts';
import { openZip } from '../../detection/document-zip.ts';
import type { RunResult } from '../../sandbox/run-tool.ts';
import type { EngineJob } from '../engine.ts';
import { refuseLocked } from '../office/epub/bind-chapters.ts';
import { BookFiles } from '../office/epub/read-book.ts';
import { inspect } from '../office/inspect.ts';
import { isLocked, passwordProtected } from '../office/locks.ts';
import { decodeHtml, decodePlain } from '../office/text-encoding.ts';
import { checkNesting } from './check-nesting.ts';
import { LIMITS, readingSeconds, tooComplex } from './limits.ts';
import { placeDocument } from './packages/place-document.ts';
import { PACKAGES, READERS, type Readable } from './readers.ts';
import { readingFailure } from './reading-failure.ts';
import { FILES } from './rules/filter-text.ts';
import { mendText } from './rules/mend-text.ts';
import { runPandoc } from './run-pandoc.ts';
import type { Tree } from './tree.ts';

/** A source that pandoc reads itself. */
export interface MarkupSource extends Pick<EngineJob, 'sourcePath' | 'folder'> {
  readonly sourceFormat: Readable;
  /** Whether the titles that the document knows of are listed in it. @default false */
  readonly literature?: boolean;
}

/** What pandoc says of a document that names another file, or a package, which it may not read: each reader has words of its own. */
const INCLUDES = /not found in resource path|Could not load include file|HOME not defined/;

/**
 * Has pandoc take a document apart. It does so in its own sandbox, in which there is no file but the document.
 * @throws ConversionError UNREADABLE_FILE, PASSWORD_PROTECTED, TOO_COMPLEX, UNSUPPORTED_CONVERSION
 */
export async function readTree(source: MarkupSource): Promise<Tree> {
  const target = treeFile(source.folder);
  const options = ['--sandbox', ...(source.literature ? ['--citeproc'] : []), '-t', 'json', '-o', target];
  await readWith(source, async (reading) => failureOf(await runReader(reading, options, source.folder)));
  return loadTree(target);
}

/** A text or package in its place, and how it is read. */
export interface Reading {
  readonly path: string;
  /** By pandoc's name. */
  readonly reader: string;
  /** Processor time that is given to it. */
  readonly seconds: number;
}

/**
 * Puts a source where pandoc reads it, and has it read.
 * @param read gives why it cannot be read, or nothing where it could
 * @throws ConversionError UNREADABLE_FILE, PASSWORD_PROTECTED, TOO_COMPLEX, UNSUPPORTED_CONVERSION
 */
export async function readWith(
  { sourcePath, sourceFormat, folder }: MarkupSource,
  read: (reading: Reading) => Promise<string | undefined>,
): Promise<void> {
  if (sourceFormat === 'epub') inspect(sourcePath, (read, size) => refuseLocked(new BookFiles(openZip(read, size))));
  const path = await placeSource(sourcePath, sourceFormat, folder);
  // What packages hold is larger than they are.
  const seconds = PACKAGES.includes(sourceFormat) ? LIMITS.seconds : readingSeconds((await stat(path)).size);
  const reader = READERS[sourceFormat];
  const failure = await read({ path, reader, seconds });
  // What begins with two lines of dashes need not have names and values between them.
  const plain = `${reader}-yaml_metadata_block`;
  if (failure && (sourceFormat !== 'md' || (await read({ path, reader: plain, seconds }))))
    throw PACKAGES.includes(sourceFormat) && isLocked(path)
      ? passwordProtected(failure)
      : readingFailure(failure, sourceFormat);
}

/**
 * Runs pandoc with a reader.
 * @throws ConversionError UNSUPPORTED_CONVERSION where the document takes in others; TOO_COMPLEX
 */
export async function runReader(
  { path, reader, seconds }: Reading,
  options: readonly string[],
  folder: string,
): Promise<RunResult> {
  const result = await runPandoc([...options, '-f', reader, path], folder, seconds);
  if (INCLUDES.test(result.stderr)) throw includes(result.stderr);
  return result;
}

/** Why pandoc has not done what it was to do, or nothing where it has. */
export function failureOf({ exitCode, stderr }: RunResult): string | undefined {
  return exitCode === 0 ? undefined : stderr || `pandoc ended with ${exitCode}`;
}

/** The document between reading and writing. */
export function treeFile(folder: string): string {
  return join(folder, FILES.tree);
}

/** Texts are given as UTF-8, whatever they were; those in packages without what pandoc leaves out. @throws ConversionError TOO_COMPLEX */
async function placeSource(path: string, format: Readable, folder: string): Promise<string> {
  if (PACKAGES.includes(format)) return placeDocument(path, format, folder);
  const bytes = await readFile(path);
  const text = format === 'html' || format === 'xhtml' ? decodeHtml(bytes) : decodePlain(bytes);
  checkText(text, format);
  const placed = join(folder, `source.${format}`);
  await writeFile(placed, mendText(text, format));
  return placed;
}

/** BSD's macros for manual pages, of which pandoc's reader knows none. https://man.openbsd.org/mdoc.7 */
const MDOC = /^\.D[dt][ \t]/m;

/** @throws ConversionError UNREADABLE_FILE, UNSUPPORTED_CONVERSION, TOO_COMPLEX */
function checkText(text: string, format: Readable): void {
  if (!/\S/.test(text)) throw new ConversionError('UNREADABLE_FILE', 'There is no text in the document.');
  if (format === 'man' && MDOC.test(text))
    throw new ConversionError(
      'UNSUPPORTED_CONVERSION',
      'The manual page is written in mdoc, which this service does not read. Run `mandoc -T man` on it first.',
    );
  checkNesting(text, format);
}

function includes(cause: string): ConversionError {
  return new ConversionError(
    'UNSUPPORTED_CONVERSION',
    'The document takes in other files, which are not in it. Put what they hold into the document first.',
    { cause },
  );
}

/** @throws ConversionError TOO_COMPLEX */
export async function loadTree(path: string): Promise<Tree> {
  if ((await stat(path)).size > LIMITS.tree) throw tooComplex('The document is too long. Divide it first.');
  return JSON.parse(await readFile(path, 'utf8')) as Tree;
}
