import { closeSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineJob } from '../../engine.ts';
import { collectEntries } from '../collect-entries.ts';
import type { Entry } from '../entry.ts';
import { writeBytes } from '../header.ts';
import { lockedForGood, unreadable } from '../refusals.ts';
import { runSevenZip } from '../run-seven-zip.ts';
import { diskImageHeaders, hasHardLinks } from './entry-headers.ts';
import { APPLE_IMAGE, ENVIRONMENT, type ImageKind, type Listing, listDiskImage } from './list-entries.ts';
import { readHardLinks } from './read-hard-links.ts';

/** How locked images begin, or, of the first kind, end. */
const LOCKED = { beginning: 'encrcdsa', end: 'cdsaencr' };

/**
 * Unpacks the volume of an Apple disk image with 7-Zip into one plain file, and lists what is in it.
 * @throws ConversionError
 */
export async function unpackDiskImage(job: EngineJob): Promise<Entry[]> {
  await checkLock(job.sourcePath);
  const listing = await listDiskImage(job, APPLE_IMAGE);
  const path = await unpackListed(job, listing, APPLE_IMAGE);
  const links = hasHardLinks(listing) ? await readHardLinks(job) : new Map<string, number>();
  const headers = diskImageHeaders(path, listing, links);
  return collectEntries(path, headers, (name) => name.toString('utf8'));
}

/** 7-Zip does not know these for what they are. */
async function checkLock(path: string): Promise<void> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const wordAt = async (position: number) =>
      (await file.read(Buffer.alloc(8), 0, 8, Math.max(0, position))).buffer.toString('latin1');
    const locked = (await wordAt(0)) === LOCKED.beginning || (await wordAt(size - 8)) === LOCKED.end;
    if (locked) throw lockedForGood();
  } finally {
    await file.close();
  }
}

/**
 * Writes the contents of all files of a volume one behind the other, in the order of the list.
 * @returns the path of the file with all of them
 * @throws ConversionError
 */
export async function unpackListed(job: EngineJob, { items }: Listing, { switches }: ImageKind): Promise<string> {
  const path = join(job.folder, 'unpacked');
  const expected = items.reduce((sum, { size }) => sum + size, 0);
  const file = openSync(path, 'wx');
  let size = 0;
  let fault: unknown;
  try {
    const result = await runSevenZip(['x', '-so', ...switches, '--', job.sourcePath], {
      folder: job.folder,
      environment: ENVIRONMENT,
      onOutput: (bytes) => {
        if (size + bytes.length <= expected && !fault) fault = faultOfWriting(file, bytes, size);
        size += bytes.length;
      },
    });
    if (fault) throw fault;
    if (result.exitCode !== 0) throw unreadable(result);
  } finally {
    closeSync(file);
  }
  if (size !== expected) throw unreadable(`${size} bytes where ${expected} are listed`);
  return path;
}

/** @returns why it could not be written: who calls could not catch it */
function faultOfWriting(file: number, bytes: Buffer, position: number): unknown {
  try {
    writeBytes(file, bytes, position);
    return undefined;
  } catch (error) {
    return error;
  }
}
