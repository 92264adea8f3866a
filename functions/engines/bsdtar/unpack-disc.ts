import { ConversionError } from '../../conversion/errors.ts';
import { discFileSystems } from '../../detection/disc-file-systems.ts';
import type { EngineJob } from '../engine.ts';
import { inspect } from '../read/inspect.ts';
import { readHead } from '../read-head.ts';
import { unsupported } from '../refusals.ts';
import type { Entry } from './entry.ts';
import { listWithSevenZip } from './list-with-seven-zip.ts';
import type { Member } from './member.ts';
import { unreadable } from './refusals.ts';
import { runSevenZip } from './tools.ts';
import { unpackMembers } from './unpack-members.ts';
import { checkRun } from './unpack-with-seven-zip.ts';

/** How many bytes have the volume descriptors of a disc. */
const BEGINNING = 64 * 1024;

/** 7-Zip's warning about a disc that is shorter than stated. */
const TRUNCATED = /^Unexpected end of archive$/m;

const SECTOR = 2048;

/** The folder that 7-Zip adds to the files of a disc. */
const BOOT_IMAGES = '[BOOT]';

/**
 * Unpacks a disc: with libarchive, which reads links and permissions of ISO 9660, unless 7-Zip finds more files or longer
 * names, as on UDF discs of Windows.
 * @param unpackIso unpacks with libarchive
 * @throws ConversionError
 */
export async function unpackDisc(job: EngineJob, unpackIso: (job: EngineJob) => Promise<Entry[]>): Promise<Entry[]> {
  const { folder, sourcePath } = job;
  const { iso, udf } = discFileSystems(await readHead(sourcePath, BEGINNING));
  const entries = iso ? await unpackIso(job).catch(orNothing) : undefined;
  const args = [udf ? '-tudf' : '-tiso', '--', sourcePath];
  const { members, result } = await listWithSevenZip(args, { folder });
  if (TRUNCATED.test(result.stdout) && !endsWithPadding(sourcePath)) throw unreadable(result);
  if (entries && (result.exitCode !== 0 || !saysMore(members, entries))) return entries;
  // 7-Zip takes links and devices for files.
  if (udf && hasLinksInUdf(sourcePath))
    throw unsupported(
      'The disc image holds symbolic links or devices in UDF, which are not supported. Copy its files instead.',
    );
  checkRun(result);
  const found = await unpackMembers(job, members, async (onOutput) =>
    checkRun(await runSevenZip(['x', '-so', ...args], { folder, onOutput })),
  );
  return found.filter(({ name }) => name !== BOOT_IMAGES && !name.startsWith(`${BOOT_IMAGES}/`));
}

/** Whether a disc ends with padding, some of which may be missing: programs that copy discs leave it out. */
function endsWithPadding(path: string): boolean {
  return inspect(path, (read, size) => read(Math.max(0, size - SECTOR), SECTOR).every((byte) => byte === 0));
}

/** Ignores that libarchive cannot read a disc: 7-Zip may. */
function orNothing(error: unknown): undefined {
  if (error instanceof ConversionError && error.code === 'UNREADABLE_FILE') return undefined;
  throw error;
}

function saysMore(members: readonly Member[], entries: readonly Entry[]): boolean {
  const listed = members.filter(({ kind, name }) => kind === 'file' && !name.toString().startsWith(`${BOOT_IMAGES}/`));
  const size = listed.reduce((sum, member) => sum + member.size, 0);
  const known = entries.reduce((sum, entry) => sum + (entry.kind === 'file' ? entry.content.length : 0), 0);
  // ISO 9660 without extensions has only upper-case names.
  const plain = entries.every(({ name, kind }) => kind !== 'link' && /^[A-Z0-9_./;-]*$/.test(name));
  return (
    size > known || (plain && size === known && members.some(({ name }) => /[^A-Z0-9_./;-]/.test(name.toString())))
  );
}

/** The smallest block size, and how much is read at a time, in bytes. */
const BLOCK = 512;
const CHUNK = 1024 * 1024;

/** The tags of file entries and extended file entries (ECMA-167 4/14.9 and 4/14.17), and the offset of the file type. */
const FILE_ENTRIES: readonly number[] = [261, 266];
const TYPE = 27;
/** The types of devices, pipes and links (4/14.6.6). */
const SPECIAL: readonly (number | undefined)[] = [6, 7, 9, 10, 12];

/** Whether a UDF disc has links, devices or pipes, which 7-Zip extracts as files. Checks the beginning of each block. */
export function hasLinksInUdf(path: string): boolean {
  return inspect(path, (read, end) => {
    for (let at = 0; at < end; at += CHUNK) {
      const chunk = read(at, CHUNK);
      for (let start = 0; start + BLOCK <= chunk.length; start += BLOCK) {
        const block = chunk.subarray(start, start + BLOCK);
        if (FILE_ENTRIES.includes(block.readUInt16LE(0)) && hasTag(block) && SPECIAL.includes(block[TYPE])) return true;
      }
    }
    return false;
  });
}

/** Whether a block begins with a valid descriptor tag: one of its 16 bytes is the checksum of the others (3/7.2). */
function hasTag(block: Buffer): boolean {
  const checksum = block.subarray(0, 16).reduce((total, byte, at) => (at === 4 ? total : total + byte), 0);
  return (checksum & 0xff) === block[4];
}
