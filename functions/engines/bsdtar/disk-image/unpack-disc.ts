import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../../conversion/errors.ts';
import { discFileSystems } from '../../../detection/disc-file-systems.ts';
import type { EngineJob } from '../../engine.ts';
import { readHead } from '../../read-head.ts';
import { collectEntries } from '../collect-entries.ts';
import type { Entry } from '../entry.ts';
import { damagedDisc, linksOnDisc } from '../refusals.ts';
import { diskImageHeaders } from './entry-headers.ts';
import { type Listing, listDiskImage, UDF_IMAGE } from './list-entries.ts';
import { scanUdf } from './scan-udf.ts';
import { unpackListed } from './unpack-disk-image.ts';

/** How much of a disc says what file systems it has, in bytes. */
const BEGINNING = 64 * 1024;

/**
 * Unpacks a disc: by ISO 9660, which may have links and permissions beside it, unless there is none, or more can be read by
 * UDF. Discs that hold Windows have a note there for those who cannot read the other.
 * @param unpackIso unpacks it by ISO 9660
 * @throws ConversionError
 */
export async function unpackDisc(job: EngineJob, unpackIso: (job: EngineJob) => Promise<Entry[]>): Promise<Entry[]> {
  const { iso, udf } = discFileSystems(await readHead(job.sourcePath, BEGINNING));
  if (!udf) return unpackIso(job);
  const entries = iso ? await unpackIso(job) : [];
  const { size, special } = scanUdf(job.sourcePath);
  if (iso && size <= sizeOf(entries)) return entries;
  // 7-Zip takes them for files, with what only a driver understands in them.
  if (special) throw linksOnDisc();
  const listing = await listDiskImage(job, UDF_IMAGE).catch((error: unknown) => {
    throw isUnreadable(error) ? damagedDisc(error) : error;
  });
  if (iso && sizeListed(listing) <= sizeOf(entries)) return entries;
  await rm(join(job.folder, 'unpacked'), { force: true });
  const path = await unpackListed(job, listing, UDF_IMAGE);
  const headers = diskImageHeaders(path, listing, new Map());
  return collectEntries(path, headers, (name) => name.toString('utf8'));
}

function isUnreadable(error: unknown): boolean {
  return error instanceof ConversionError && error.code === 'UNREADABLE_FILE';
}

function sizeListed({ items }: Listing): number {
  return items.reduce((sum, { size }) => sum + size, 0);
}

function sizeOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, entry) => sum + (entry.kind === 'file' ? entry.content.length : 0), 0);
}
