import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FormatName } from '../../conversion/formats.ts';
import { type EngineJob, type EngineResult, hasFormat } from '../engine.ts';
import { unreadableFile } from '../refusals.ts';
import { FILE_TARGETS } from './archive-formats.ts';
import { checkEntries } from './check-entries.ts';
import { unpackArchive } from './unpack-archive.ts';
import { unpackFile } from './unpack-file.ts';
import { writeArchive } from './write-archive.ts';

/**
 * Formats of which nobody makes empty archives: an empty RAR is a later volume of several; of others, files were not found.
 */
const NEVER_EMPTY: readonly FormatName[] = ['rar', 'iso', 'cab', 'lha', 'deb', 'rpm', 'xar', 'wim'];

/**
 * Converts an archive, or a single compressed file: all contents are unpacked into one file, checked, and archived again
 * from there. No entry ever becomes a file on disk.
 * @throws ConversionError
 */
export async function convertArchive(job: EngineJob): Promise<EngineResult> {
  const entries = await (hasFormat(FILE_TARGETS, job.sourceFormat) ? unpackFile(job) : unpackArchive(job));
  if (entries.length === 0 && NEVER_EMPTY.includes(job.sourceFormat))
    throw unreadableFile('No files were found in the archive.');
  checkEntries(entries);
  const result = await writeArchive(entries, job);
  await rm(join(job.folder, 'unpacked'), { recursive: true, force: true });
  return result;
}
