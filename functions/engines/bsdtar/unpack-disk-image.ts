import { appendFileSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { EngineJob } from '../engine.ts';
import { archivedName } from './archived-name.ts';
import { leadsOutside } from './check-entries.ts';
import { collectEntries } from './collect-entries.ts';
import type { Entry } from './entry.ts';
import { type Header, readBytes, withFile } from './header.ts';
import { LIMITS, tooLarge } from './limits.ts';
import { listWithSevenZip } from './list-with-seven-zip.ts';
import type { Member } from './member.ts';
import { hardLinksInImage, lockedForGood, noFileSystem } from './refusals.ts';
import { runSevenZip } from './run-seven-zip.ts';
import { memberHeaders, writeMembers } from './unpack-members.ts';
import { checkRun } from './unpack-with-seven-zip.ts';

/** How locked images begin, or, of the first kind, end. */
const LOCKED = { beginning: 'encrcdsa', end: 'cdsaencr' };

/** What 7-Zip calls the file systems whose files are taken. Of an image with several volumes it lists those. */
const FILE_SYSTEMS: readonly string[] = ['HFS', 'APFS', 'FAT'];

/** What macOS keeps in a volume for itself, where nobody sees it: logs, indexes, deleted files. */
const BOOKKEEPING =
  /^(?:\[HFS\+ Private Data\]|\.HFS\+ Private Directory Data\r?|\.fseventsd|\.Trashes|\.Spotlight-V100|\.DocumentRevisions-V100|\.TemporaryItems|\.journal|\.journal_info_block|\.vol)(?:[/:]|$)/;

/** Where HFS+ keeps the content of files and folders with hard links: 7-Zip does not tell whose it is. */
const HARD_LINKS = /^(?:\[HFS\+ Private Data\]\/iNode\d|\.HFS\+ Private Directory Data\r?\/dir_)/;

/** What the resource fork of a file is called, by HFS+ and by APFS. */
const FORK = /:(?:rsrc|com\.apple\.ResourceFork)$/;

/** AppleDouble (RFC 1740): magic number, version, filler, one part, which is a resource fork behind this. */
const APPLE_DOUBLE = Buffer.from(`0005160700020000${'00'.repeat(16)}0001000000020000002600000000`, 'hex');

/** How much of a resource fork is held at once, in bytes. */
const CHUNK = 1024 * 1024;

/**
 * Unpacks the volume of an Apple disk image with 7-Zip.
 * @throws ConversionError
 */
export async function unpackDiskImage({ folder, sourcePath }: EngineJob): Promise<Entry[]> {
  await checkLock(sourcePath);
  const args = ['-sns', '--', sourcePath];
  const { type, members, result } = await listWithSevenZip(args, { folder });
  checkRun(result);
  if (!FILE_SYSTEMS.includes(type)) throw noFileSystem();
  const path = await writeMembers(folder, members, async (onOutput) =>
    checkRun(await runSevenZip(['x', '-so', ...args], { folder, onOutput })),
  );
  // All is in a folder with the name of the volume.
  const root = type === 'HFS' ? (members.find(({ kind }) => kind === 'folder')?.name.toString() ?? '') : '';
  const headers = memberHeaders(path, members).flatMap((header, index) => {
    const shown = shownHeader(
      path,
      { ...header, name: Buffer.from(below(root, header.name.toString())) },
      members[index],
    );
    return shown ? [shown] : [];
  });
  return collectEntries(path, headers, (name) => name.toString());
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

function below(root: string, path: string): string {
  if (root === '') return path;
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path.slice(root.length).replace(/^:.*$/s, '');
}

/** What becomes of a member; nothing of what macOS keeps for itself, and of streams other than resource forks. */
function shownHeader(path: string, header: Header, member: Member | undefined): Header | undefined {
  const name = header.name.toString();
  if (HARD_LINKS.test(name)) throw hardLinksInImage();
  if (!member || name === '' || BOOKKEEPING.test(name)) return undefined;
  if (member.stream) return FORK.test(name) && member.size > 0 ? forkHeader(path, header, name) : undefined;
  const leadsOut = member.kind === 'link' && leadsOutside(archivedName(name), header.link.toString());
  // A link that leads out of the volume becomes a file that says where: it means something on a Mac alone.
  return leadsOut ? { ...header, type: '0', length: header.link.length } : header;
}

/** A resource fork as a file of its own, in the form and under the name that macOS gives it on disks of others. */
function forkHeader(path: string, fork: Header, stream: string): Header {
  const head = Buffer.from(APPLE_DOUBLE);
  head.writeUInt32BE(fork.length, head.length - 4);
  const position = statSync(path).size;
  if (position + head.length + fork.length > LIMITS.unpacked * 1_000_000) throw tooLarge('resource forks');
  appendFileSync(path, head);
  for (let done = 0; done < fork.length; done += CHUNK) {
    const wanted = Math.min(CHUNK, fork.length - done);
    appendFileSync(
      path,
      withFile(path, (file) => readBytes(file, fork.position + done, wanted)),
    );
  }
  const owner = stream.replace(FORK, '');
  const last = owner.lastIndexOf('/') + 1;
  const name = Buffer.from(`${owner.slice(0, last)}._${owner.slice(last)}`);
  return { ...fork, name, position, length: head.length + fork.length };
}
