import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Part } from '../../../conversion/parts.ts';
import { checkEntries } from '../../bsdtar/check-entries.ts';
import type { Entry, FileEntry } from '../../bsdtar/entry.ts';
import { unpackArchive } from '../../bsdtar/unpack-archive.ts';
import type { EngineJob } from '../../engine.ts';
import { isSystemFile, naturalOrder } from '../../natural-order.ts';
import { tooComplex, unreadableFile } from '../../refusals.ts';

/** The largest size of all files together, in bytes. */
const LARGEST = 500_000_000;

/** A file that is to be joined with others. */
export interface PartFile extends Part {
  readonly path: string;
}

/**
 * Unpacks the files of a zip in the natural order of their names, each to a path that does not depend on its name.
 * @throws ConversionError
 */
export async function unpackParts(job: EngineJob): Promise<PartFile[]> {
  const entries = await unpackArchive({ ...job, options: {} });
  checkEntries(entries);
  const files = naturalOrder(entries.filter(isPart));
  if (files.length === 0) throw unreadableFile('There are no files in the zip to be joined.');
  if (files.reduce((sum, { content }) => sum + content.length, 0) > LARGEST)
    throw tooComplex(`The files are larger than ${LARGEST / 1_000_000} MB together. Join them in several steps.`);
  const folder = join(job.folder, 'parts');
  await mkdir(folder);
  // Not all at once, as a process may have no more than some hundreds of files open.
  const parts: PartFile[] = [];
  for (const [index, file] of files.entries()) parts.push(await unpacked(file, index + 1, join(folder, `${index}`)));
  return parts;
}

function isPart(entry: Entry): entry is FileEntry {
  return entry.kind === 'file' && !isSystemFile(entry.name);
}

async function unpacked({ name, content }: FileEntry, place: number, path: string): Promise<PartFile> {
  const { position: start, length } = content;
  // Node refuses a stream whose end is before its start.
  if (length > 0)
    await pipeline(createReadStream(content.path, { start, end: start + length - 1 }), createWriteStream(path));
  return { place, name: basename(name), path };
}
