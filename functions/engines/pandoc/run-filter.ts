import { existsSync } from 'node:fs';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ZipFile } from 'yazl';
import type { ConversionError } from '../../conversion/errors.ts';
import type { FormatName } from '../../conversion/formats.ts';
import { locateFile } from '../../locate-program.ts';
import type { RunResult } from '../../sandbox/run-tool.ts';
import type { EngineResult } from '../engine.ts';
import { tooComplex, unreadableFile, unsupported } from '../refusals.ts';
import { writeZip } from '../write-zip.ts';
import { ENDINGS, FILTERS, MEDIA, WAS_READ } from './filters.ts';
import { runPandoc } from './run-pandoc.ts';
import { writerOf } from './writers.ts';

/** A text or package where pandoc reads it, and how. */
export interface Text {
  readonly path: string;
  /** By pandoc's name. */
  readonly reader: string;
  /** What it is, for rules that look at that. */
  readonly sourceFormat: FormatName;
  /** Processor time that is given to it. */
  readonly seconds: number;
  /** Whether the titles that the document knows of are listed in it. @default false */
  readonly literature?: boolean;
}

/** What a document is to become, and where. */
export interface Target {
  readonly target: FormatName;
  readonly folder: string;
}

/** Pandoc could not read a text. */
export class UnreadText extends Error {
  public readonly said: string;

  constructor({ exitCode, signal, stderr }: RunResult) {
    super(`pandoc ended with ${exitCode ?? signal}`);
    this.said = stderr || this.message;
  }
}

/** What pandoc says of a document that names another file, or a package, which it may not read: each reader has words of its own. */
const INCLUDES = /not found in resource path|Could not load include file|HOME not defined/;

/**
 * Has pandoc read a text.
 * @throws UnreadText where it cannot; ConversionError UNSUPPORTED_CONVERSION where the document takes in others; TOO_COMPLEX
 */
export async function runReader(
  { path, reader, sourceFormat, seconds }: Text,
  options: readonly string[],
  folder: string,
): Promise<void> {
  const wasRead = join(folder, WAS_READ);
  await rm(wasRead, { force: true });
  const args = ['--sandbox', ...options, '-f', reader, path];
  const result = await runPandoc(args, { folder, seconds, environment: { SOURCE_FORMAT: sourceFormat } });
  const { exitCode, stderr } = result;
  if (exitCode === ENDINGS.tooComplex) throw tooComplex(stderr.slice(stderr.lastIndexOf('\n') + 1));
  if (exitCode === ENDINGS.takesInOthers || INCLUDES.test(stderr)) throw takesInOthers(stderr);
  if (exitCode === 0) return;
  if (!existsSync(wasRead)) throw new UnreadText(result);
  throw new Error(`pandoc ended with ${exitCode}: ${stderr}`);
}

function takesInOthers(cause: string): ConversionError {
  return unsupported(
    'The document takes in other files, which are not in it. Put what they hold into the document first.',
    cause,
  );
}

/**
 * Has pandoc read and write a document in one run, with our filter between: the reader works in pandoc's sandbox, in
 * which there is no file but the document.
 * @throws UnreadText; ConversionError UNREADABLE_FILE where there is nothing in it; TOO_COMPLEX, UNSUPPORTED_CONVERSION
 */
export async function runFilter(text: Text, { target, folder }: Target): Promise<EngineResult> {
  const writer = writerOf(target);
  if (!writer) throw new Error(`pandoc does not write ${target}`);
  const path = join(folder, `result.${target}`);
  const [filter = ''] = FILTERS;
  // Pandoc runs no script without one that goes before all, and looks for that in this folder first.
  await writeFile(join(folder, 'init.lua'), '');
  const options = [
    ...['--data-dir', folder, ...(text.literature ? ['--citeproc'] : []), '--lua-filter', locateFile(filter)],
    // The filter accepts changes of Word; otherwise comments are left out.
    ...(text.sourceFormat === 'docx' ? ['--track-changes=all'] : []),
    ...[...(writer.options ?? []), '--standalone', '-t', writer.format, '-o', path],
  ];
  await runReader(text, options, folder);
  if ((await stat(path)).size <= LINE_END)
    throw unreadableFile(`There is nothing in the file that ${target} could hold.`);
  return existsSync(join(folder, MEDIA)) ? zipWith(path, target) : { path, format: target };
}

/** What a text without text is at most, in bytes. */
const LINE_END = 1;

/** A text with its pictures beside it, under the names by which it calls them. */
async function zipWith(path: string, format: FormatName): Promise<EngineResult> {
  const folder = dirname(path);
  const zip = new ZipFile();
  zip.addFile(path, `document.${format}`);
  for (const name of (await readdir(join(folder, MEDIA))).sort())
    zip.addFile(join(folder, MEDIA, name), `${MEDIA}/${name}`, { compress: false });
  const target = join(folder, 'result.zip');
  await writeZip(zip, target);
  return { path: target, format: 'zip' };
}
