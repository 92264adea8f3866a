import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ZipFile } from 'yazl';
import { ConversionError } from '../../conversion/errors.ts';
import type { FormatName } from '../../conversion/formats.ts';
import type { EngineResult } from '../engine.ts';
import { writeZip } from '../write-zip.ts';
import type { Illustrated } from './pictures/take-pictures.ts';
import { treeFile } from './read-tree.ts';
import { placeFilter } from './rules/place-filter.ts';
import { runPandoc } from './run-pandoc.ts';
import type { Writer } from './writers.ts';

/** What a document is to become, and where. */
export interface Target {
  readonly format: FormatName;
  readonly writer: Writer;
  readonly folder: string;
}

/**
 * Has pandoc write a document. Where pictures go into the file it cannot do so in its sandbox; then the document names no
 * file but those that we have put beside it.
 */
export async function writeTree(
  { tree, pictures }: Illustrated,
  { format, writer, folder }: Target,
): Promise<EngineResult> {
  await writeFile(treeFile(folder), JSON.stringify(tree));
  const path = join(folder, `result.${format}`);
  const confined = writer.pictures === 'files' ? [] : ['--sandbox'];
  const filter = await placeFilter(folder, writer);
  const options = [...confined, ...filter, ...(writer.options ?? []), '--standalone'];
  const { exitCode, stderr } = await runPandoc(
    [...options, '-f', 'json', '-t', writer.format, '-o', path, treeFile(folder)],
    folder,
  );
  if (exitCode !== 0) throw new Error(`pandoc ended with ${exitCode}: ${stderr}`);
  await checkResult(path, format);
  if (pictures.length === 0 || writer.pictures === 'files') return { path, format };
  return zipWith(path, format, pictures, folder);
}

/** @throws ConversionError UNREADABLE_FILE where there is nothing in it */
export async function checkResult(path: string, format: FormatName): Promise<void> {
  if ((await stat(path)).size <= LINE_END) throw nothingIn(format);
}

/** What a text without text is at most, in bytes. */
const LINE_END = 1;

function nothingIn(format: FormatName): ConversionError {
  return new ConversionError('UNREADABLE_FILE', `There is nothing in the file that ${format} could hold.`);
}

/** A text with its pictures beside it, under the names by which it calls them. */
async function zipWith(
  path: string,
  format: FormatName,
  pictures: readonly string[],
  folder: string,
): Promise<EngineResult> {
  const zip = new ZipFile();
  zip.addFile(path, `document.${format}`);
  for (const picture of pictures) zip.addFile(join(folder, picture), picture, { compress: false });
  const target = join(folder, 'result.zip');
  await writeZip(zip, target);
  return { path: target, format: 'zip' };
}
