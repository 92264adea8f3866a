import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../conversion/errors.ts';
import { openZip } from '../../detection/document-zip.ts';
import type { EngineJob } from '../engine.ts';
import { refuseLocked } from '../office/epub/bind-chapters.ts';
import { BookFiles } from '../office/epub/read-book.ts';
import { inspect } from '../office/inspect.ts';
import { isLocked, passwordProtected } from '../office/locks.ts';
import { decodeHtml, decodePlain } from '../office/text-encoding.ts';
import { checkNesting } from './check-nesting.ts';
import { LIMITS, readingSeconds, tooComplex, unreadable } from './limits.ts';
import { placeDocument } from './packages/place-document.ts';
import { PACKAGES, READERS, type Readable } from './readers.ts';
import { mendLiterature } from './rules/mend-literature.ts';
import { runPandoc } from './run-pandoc.ts';
import type { Tree } from './tree.ts';

/** A source that pandoc reads itself. */
export interface MarkupSource extends Pick<EngineJob, 'sourcePath' | 'folder'> {
  readonly sourceFormat: Readable;
  /** Whether the titles that the document knows of are listed in it. @default false */
  readonly literature?: boolean;
}

/** What pandoc says of a document that names another file, which it may not read: each reader has words of its own. */
const INCLUDES = /not found in resource path|Could not load include file/;

/**
 * Has pandoc take a document apart. It does so in its own sandbox, in which there is no file but the document.
 * @throws ConversionError UNREADABLE_FILE, PASSWORD_PROTECTED, TOO_COMPLEX, UNSUPPORTED_CONVERSION
 */
export async function readTree({ sourcePath, sourceFormat, folder, literature }: MarkupSource): Promise<Tree> {
  if (sourceFormat === 'epub') inspect(sourcePath, (read, size) => refuseLocked(new BookFiles(openZip(read, size))));
  const source = await placeSource(sourcePath, sourceFormat, folder);
  // What packages hold is larger than they are.
  const seconds = PACKAGES.includes(sourceFormat) ? LIMITS.seconds : readingSeconds((await stat(source)).size);
  const reader = READERS[sourceFormat];
  const read = (options: readonly string[]) => runReader(source, options, folder, seconds);
  const options = ['--sandbox', ...(literature ? ['--citeproc'] : []), '-f'];
  const failure = await read([...options, reader]);
  // What begins with two lines of dashes need not have names and values between them.
  if (failure && (sourceFormat !== 'md' || (await read([...options, `${reader}-yaml_metadata_block`]))))
    throw PACKAGES.includes(sourceFormat) && isLocked(source) ? passwordProtected(failure) : unreadable(failure);
  return loadTree(treeFile(folder));
}

/** The document between reading and writing. */
export function treeFile(folder: string): string {
  return join(folder, 'tree.json');
}

/** Texts are given as UTF-8, whatever they were; those in packages without what pandoc leaves out. @throws ConversionError TOO_COMPLEX */
async function placeSource(path: string, format: Readable, folder: string): Promise<string> {
  if (PACKAGES.includes(format)) return placeDocument(path, format, folder);
  const bytes = await readFile(path);
  const text = format === 'html' || format === 'xhtml' ? decodeHtml(bytes) : decodePlain(bytes);
  checkNesting(text, format);
  const placed = join(folder, `source.${format}`);
  await writeFile(placed, mendLiterature(text, format));
  return placed;
}

/** Why it cannot be read, or nothing where it could. */
async function runReader(
  source: string,
  options: readonly string[],
  folder: string,
  seconds: number,
): Promise<string | undefined> {
  const target = treeFile(folder);
  const { exitCode, stderr } = await runPandoc([...options, '-t', 'json', '-o', target, source], folder, seconds);
  if (INCLUDES.test(stderr)) throw includes(stderr);
  return exitCode === 0 ? undefined : stderr || `pandoc ended with ${exitCode}`;
}

function includes(cause: string): ConversionError {
  return new ConversionError(
    'UNSUPPORTED_CONVERSION',
    'The document takes in other files, which are not in it. Put what they hold into the document first.',
    { cause },
  );
}

async function loadTree(path: string): Promise<Tree> {
  if ((await stat(path)).size > LIMITS.tree) throw tooComplex('The document is too long. Divide it first.');
  return JSON.parse(await readFile(path, 'utf8')) as Tree;
}
