import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadBytes } from '../../detection/document-compound.ts';
import type { RunOptions, RunResult } from '../../sandbox/run-tool.ts';
import type { EngineJob } from '../engine.ts';
import { inspect } from '../read/inspect.ts';
import { collectEntries } from './collect-entries.ts';
import { nameDecoder } from './decode-names.ts';
import type { Entry } from './entry.ts';
import type { Header } from './header.ts';
import { LIMITS } from './limits.ts';
import type { Member } from './member.ts';
import { unreadable } from './refusals.ts';

/** The default permissions. */
const FILE_MODE = 0o644;
const FOLDER_MODE = 0o755;

const EMPTY = Buffer.alloc(0);

/** Runs a tool that writes the contents of all members to standard output, in the order of the listing. */
type Extract = (onOutput: NonNullable<RunOptions['onOutput']>) => Promise<RunResult>;

/** The members of an archive, as entries. */
export async function unpackMembers(
  { folder, sourceFormat }: EngineJob,
  members: readonly Member[],
  extract: Extract,
): Promise<Entry[]> {
  const { path, headers } = await extractMembers(folder, members, extract);
  const names = headers.flatMap(({ name, link }) => [name, link]);
  return collectEntries(path, headers, nameDecoder(names, ['zip', 'jar'].includes(sourceFormat)));
}

/**
 * Extracts the contents of all members into one file, and compares its size with the listing: a tool may silently leave
 * something out.
 * @returns the path of the file, and the headers of all members but streams
 * @throws ConversionError UNREADABLE_FILE
 */
export async function extractMembers(
  folder: string,
  members: readonly Member[],
  extract: Extract,
): Promise<{ readonly path: string; readonly headers: Header[] }> {
  const path = join(folder, 'unpacked');
  const expected = members.reduce((sum, { size }) => sum + size, 0);
  // An earlier attempt may have left a file.
  const file = openSync(path, 'w');
  let size = 0;
  let fault: unknown;
  try {
    const result = await extract((bytes) => {
      size += bytes.length;
      try {
        if (size <= expected && !fault) writeFileSync(file, bytes);
      } catch (error) {
        fault = error; // which the caller of this callback could not catch
      }
    });
    if (fault) throw fault;
    if (result.exitCode !== 0) throw unreadable(result);
  } finally {
    closeSync(file);
  }
  if (size !== expected) throw unreadable(`${size} bytes where ${expected} are listed`);
  return { path, headers: headersOf(path, members).filter((_, index) => !members[index]?.stream) };
}

/**
 * The members of an archive, as headers.
 * @param path of the file with their concatenated contents
 */
function headersOf(path: string, members: readonly Member[]): Header[] {
  const firstNames = new Map<string, Buffer>();
  let position = 0;
  return inspect(path, (read) =>
    members.map((member) => {
      const { name, kind, size, mode, time, inode } = member;
      const start = position;
      position += size;
      // The first of several hard links, by inode or by the listed target.
      const first = kind === 'file' ? (member.target ?? firstNames.get(inode ?? '')) : undefined;
      if (inode !== undefined && !first) firstNames.set(inode, name);
      const link = kind === 'link' ? (member.target ?? contentOf(read, start, size)) : (first ?? EMPTY);
      return {
        ...{ name, link, uid: 0, gid: 0, owner: EMPTY, group: EMPTY, time, position: start },
        type: kind === 'folder' ? '5' : kind === 'link' ? '2' : first ? '1' : '0',
        mode: mode ?? (kind === 'folder' ? FOLDER_MODE : FILE_MODE),
        length: kind === 'file' ? size : 0,
        records: new Map(),
      };
    }),
  );
}

function contentOf(read: ReadBytes, position: number, size: number): Buffer {
  const content = size <= LIMITS.path ? read(position, size) : EMPTY;
  if (content.length === 0 || content.includes(0)) throw unreadable('a link without a target');
  return content;
}
