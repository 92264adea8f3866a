import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../conversion/errors.ts';
import type { FormatName } from '../../conversion/formats.ts';
import { KEPT_ERRORS, type RunResult } from '../../sandbox/run-tool.ts';
import type { EngineResult } from '../engine.ts';
import { failureOf, loadTree, type MarkupSource, type Reading, readWith, runReader, treeFile } from './read-tree.ts';
import { BIBLIOGRAPHIES } from './readers.ts';
import { FILES, HANDED_OVER } from './rules/filter-text.ts';
import { placeFilter } from './rules/place-filter.ts';
import type { Tree } from './tree.ts';
import type { Target } from './write-tree.ts';

/**
 * Formats that are read in a run of their own. The readers of two take the first heading for a title where a whole
 * document is to be written, and of notebooks other parts are read for other targets.
 */
const APART: readonly FormatName[] = ['rst', 't2t', 'ipynb', ...BIBLIOGRAPHIES];

/** Whether a document can be read and written in one run, where there is nothing in it for our rules. */
export function isAtOnce(sourceFormat: FormatName, target: FormatName): boolean {
  return target !== 'md' && !APART.includes(sourceFormat);
}

/** What has come of a run: the result, or the document for our rules. Neither where it is to be read by itself. */
export type Outcome = { readonly result: EngineResult } | { readonly tree: Tree } | undefined;

/**
 * Has pandoc read and write a document in one run, if there is nothing in it for our rules.
 * @throws ConversionError UNREADABLE_FILE, PASSWORD_PROTECTED, TOO_COMPLEX, UNSUPPORTED_CONVERSION
 */
export async function convertAtOnce(source: MarkupSource, target: Target): Promise<Outcome> {
  const { format, writer, folder } = target;
  const result = `result.${format}`;
  const path = join(folder, result);
  const filter = await placeFilter(folder, writer, { result });
  const options = ['--sandbox', ...filter, ...(writer.options ?? []), '--standalone', '-t', writer.format, '-o', path];
  let ended: RunResult | undefined;
  await readWith(source, async (reading) => {
    ended = await runOnce(reading, options, folder);
    return ended && ended.exitCode !== HANDED_OVER ? failureOf(ended) : undefined;
  });
  if (ended?.exitCode === HANDED_OVER) return { tree: await loadTree(treeFile(folder)) };
  // Of very many complaints those of the reader need not be among the last, which are looked through.
  if (!ended || ended.stderr.length >= KEPT_ERRORS) return undefined;
  return { result: { path, format } };
}

/** @returns nothing where the document was read, and could not be written: two runs have more time and memory */
async function runOnce(reading: Reading, options: readonly string[], folder: string): Promise<RunResult | undefined> {
  const wasRead = join(folder, FILES.read);
  await rm(wasRead, { force: true });
  try {
    const ended = await runReader(reading, options, folder);
    const isDone = ended.exitCode === 0 || ended.exitCode === HANDED_OVER;
    return !isDone && existsSync(wasRead) ? undefined : ended;
  } catch (error) {
    if (error instanceof ConversionError && error.code === 'TOO_COMPLEX' && existsSync(wasRead)) return undefined;
    throw error;
  }
}
