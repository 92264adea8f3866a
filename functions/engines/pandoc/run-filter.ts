import { existsSync } from 'node:fs';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ConversionError } from '../../conversion/errors.ts';
import type { FormatName } from '../../conversion/formats.ts';
import type { OptionValue } from '../../conversion/options.ts';
import { locateFile } from '../../locate-program.ts';
import type { RunResult } from '../../sandbox/run-tool.ts';
import type { EngineResult } from '../engine.ts';
import { tooComplex, unreadableFile, unsupported } from '../refusals.ts';
import { zipFiles } from '../zip-files.ts';
import { ENDINGS, FILTERS, MEDIA, WAS_READ } from './filters.ts';
import { runPandoc } from './run-pandoc.ts';
import { writerOf } from './writers.ts';

/** A text or package for pandoc. */
export interface Text {
  readonly path: string;
  /** Pandoc's name of the reader. */
  readonly reader: string;
  /** For rules of the filter that depend on it. */
  readonly sourceFormat: FormatName;
  /** Processor time. */
  readonly seconds: number;
  /** Whether the document lists the titles of its bibliography. @default false */
  readonly bibliography?: boolean;
}

/** The target format, and the folder of the result. */
export interface Target {
  readonly target: FormatName;
  readonly folder: string;
  /** What becomes of pictures, for a target that has them beside it. @default 'files' */
  readonly images?: OptionValue | undefined;
}

/** Pandoc could not read a text. */
export class ReaderError extends Error {
  public readonly stderr: string;

  constructor({ exitCode, signal, stderr }: RunResult) {
    super(`pandoc ended with ${exitCode ?? signal}`);
    this.stderr = stderr || this.message;
  }
}

/** Messages of pandoc's readers for a document that includes a file or package, which it may not read. */
const INCLUDES = /not found in resource path|Could not load include file|HOME not defined/;

/**
 * Reads a text with pandoc.
 * @throws ReaderError; ConversionError UNSUPPORTED_CONVERSION where the document includes files; TOO_COMPLEX
 */
export async function runReader(
  { path, reader, sourceFormat, seconds }: Text,
  options: readonly string[],
  { folder, images = 'files' }: Pick<Target, 'folder' | 'images'>,
): Promise<void> {
  const wasRead = join(folder, WAS_READ);
  await rm(wasRead, { force: true });
  const args = ['--sandbox', ...options, '-f', reader, path];
  const environment = { SOURCE_FORMAT: sourceFormat, IMAGES: String(images) };
  const result = await runPandoc(args, { folder, seconds, environment });
  const { exitCode, stderr } = result;
  if (exitCode === ENDINGS.tooComplex) throw tooComplex(stderr.slice(stderr.lastIndexOf('\n') + 1));
  if (exitCode === ENDINGS.includesFiles || INCLUDES.test(stderr)) throw includesFiles(stderr);
  if (exitCode === 0) return;
  if (!existsSync(wasRead)) throw new ReaderError(result);
  throw new Error(`pandoc ended with ${exitCode}: ${stderr}`);
}

function includesFiles(cause: string): ConversionError {
  return unsupported(
    'The document includes other files, which are not read. Put their content into the document first.',
    cause,
  );
}

/**
 * Reads and writes a document in one run of pandoc, with our filter between: the reader works in pandoc's sandbox, in
 * which there is no file but the document.
 * @throws ReaderError; ConversionError UNREADABLE_FILE where it is empty; TOO_COMPLEX, UNSUPPORTED_CONVERSION
 */
export async function runFilter(text: Text, { target, ...rest }: Target): Promise<EngineResult> {
  const writer = writerOf(target);
  if (!writer) throw new Error(`pandoc does not write ${target}`);
  const { folder } = rest;
  const path = join(folder, `result.${target}`);
  const [filter = ''] = FILTERS;
  // Pandoc runs an initial script before any filter, and looks for it in this folder first.
  await writeFile(join(folder, 'init.lua'), '');
  const options = [
    ...['--data-dir', folder, ...(text.bibliography ? ['--citeproc'] : []), '--lua-filter', locateFile(filter)],
    // Only so pandoc keeps comments; the filter accepts the changes.
    ...(text.sourceFormat === 'docx' ? ['--track-changes=all'] : []),
    ...[...(writer.options ?? []), '--standalone', '-t', writer.format, '-o', path],
  ];
  await runReader(text, options, rest);
  if ((await stat(path)).size <= LINE_END)
    throw unreadableFile(`There is nothing in the file that ${target} could hold.`);
  return existsSync(join(folder, MEDIA)) ? zipWith(path, target) : { path, format: target };
}

/** Bytes of an empty text. */
const LINE_END = 1;

/** A zip of a text and its pictures, under the names that the text refers to. */
async function zipWith(path: string, format: FormatName): Promise<EngineResult> {
  const folder = dirname(path);
  const pictures = (await readdir(join(folder, MEDIA))).sort().map((name) => `${MEDIA}/${name}`);
  const target = join(folder, 'result.zip');
  await zipFiles(
    [
      { name: `document.${format}`, path },
      ...pictures.map((name) => ({ name, path: join(folder, name), compress: false })),
    ],
    target,
  );
  return { path: target, format: 'zip' };
}
