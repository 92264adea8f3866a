import { createReadStream } from 'node:fs';
import type { Entry, FileEntry } from './entry.ts';
import { formatRecords } from './pax-records.ts';

const BLOCK = 512;
const CHUNK = 1024 * 1024;
const TYPES = { file: '0', folder: '5', link: '2' } as const;

/**
 * Streams entries as a tar archive of the pax format.
 * @param hardLinks whether hard links are written as such, rather than as copies
 * @param onBytes called with the number of content bytes that are written
 */
export async function* tarStream(
  entries: readonly Entry[],
  hardLinks: boolean,
  onBytes: (count: number) => void,
): AsyncGenerator<Buffer> {
  const written = new Map<FileEntry['content'], string>();
  let pending: Buffer[] = [];
  let size = 0;
  for (const entry of entries) {
    const original = hardLinks && entry.kind === 'file' ? written.get(entry.content) : undefined;
    const head = headersOf(entry, original);
    pending.push(head);
    size += head.length;
    if (size >= CHUNK || (entry.kind === 'file' && original === undefined && entry.content.length > 0)) {
      yield Buffer.concat(pending);
      pending = [];
      size = 0;
    }
    if (entry.kind !== 'file' || original !== undefined) continue;
    written.set(entry.content, entry.name);
    yield* contentOf(entry, onBytes);
  }
  // Two empty blocks mark the end.
  yield Buffer.concat([...pending, Buffer.alloc(2 * BLOCK)]);
}

async function* contentOf({ content: { path, position, length } }: FileEntry, onBytes: (count: number) => void) {
  if (length === 0) return;
  const range = { start: position, end: position + length - 1, highWaterMark: CHUNK };
  for await (const bytes of createReadStream(path, range) as AsyncIterable<Buffer>) {
    onBytes(bytes.length);
    yield bytes;
  }
  if (length % BLOCK > 0) yield Buffer.alloc(BLOCK - (length % BLOCK));
}

/** The header of an entry. The pax header in front of it has all that may not fit into an old one, which it replaces. */
function headersOf(entry: Entry, original: string | undefined): Buffer {
  const { owner, group, uid, gid, time } = entry;
  const link = original ?? (entry.kind === 'link' ? entry.target : '');
  const length = entry.kind === 'file' && original === undefined ? entry.content.length : 0;
  const path = entry.kind === 'folder' ? `${entry.name}/` : entry.name;
  const records = new Map(original === undefined ? entry.records : []);
  if (records.has('GNU.sparse.major')) records.set('GNU.sparse.name', Buffer.from(path));
  const described = {
    path,
    linkpath: link,
    uname: owner,
    gname: group,
    uid,
    gid,
    ...(records.has('mtime') ? {} : { mtime: time }),
  };
  for (const [key, value] of Object.entries(described)) if (value !== '') records.set(key, Buffer.from(`${value}`));
  const extra = formatRecords(records);
  const padding = Buffer.alloc((BLOCK - (extra.length % BLOCK)) % BLOCK);
  const type = original === undefined ? TYPES[entry.kind] : '1';
  return Buffer.concat([block('x', extra.length, 0), extra, padding, block(type, length, entry.mode)]);
}

/** A ustar header (POSIX.1-1988) without what a pax header states. */
function block(type: string, length: number, mode: number): Buffer {
  const bytes = Buffer.alloc(BLOCK);
  const octal = (number: number, at: number, digits: number) =>
    bytes.write(number.toString(8).padStart(digits, '0'), at, 'latin1');
  bytes.write('entry', 'latin1');
  // libarchive takes a target from the pax header only where this one has any.
  if (type === TYPES.link || type === '1') bytes.write('entry', 157, 'latin1');
  octal(mode, 100, 7);
  octal(length, 124, 11);
  bytes.fill(0x20, 148, 156);
  bytes.write(type, 156, 'latin1');
  bytes.write('ustar\0', 257, 'latin1');
  bytes.write('00', 263, 'latin1');
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  octal(sum, 148, 6);
  bytes[154] = 0;
  return bytes;
}
