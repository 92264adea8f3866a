import { createReadStream } from 'node:fs';
import type { Entry, FileEntry } from './entry.ts';
import { formatRecords } from './pax-records.ts';

const BLOCK = 512;
const CHUNK = 1024 * 1024;
const TYPES = { file: '0', folder: '5', link: '2' } as const;
/** The largest number of octal digits. */
const largest = (digits: number) => 8 ** digits - 1;

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

/** The header of an entry, with a pax header in front for what does not fit into it. */
function headersOf(entry: Entry, original: string | undefined): Buffer {
  const link = original ?? (entry.kind === 'link' ? entry.target : '');
  const length = entry.kind === 'file' && original === undefined ? entry.content.length : 0;
  const name = entry.kind === 'folder' ? `${entry.name}/` : entry.name;
  const records = new Map(original === undefined ? entry.records : []);
  if (records.has('GNU.sparse.major')) records.set('GNU.sparse.name', Buffer.from(name));
  const note = (key: string, value: string, fits: boolean) => fits || records.set(key, Buffer.from(value));
  note('path', name, isPlain(name, 100));
  note('linkpath', link, isPlain(link, 100));
  note('uname', entry.owner, isPlain(entry.owner, 32));
  note('gname', entry.group, isPlain(entry.group, 32));
  note('uid', `${entry.uid}`, entry.uid <= largest(7));
  note('gid', `${entry.gid}`, entry.gid <= largest(7));
  if (!records.has('mtime')) note('mtime', `${entry.time}`, entry.time >= 0 && entry.time <= largest(11));
  const type = original === undefined ? TYPES[entry.kind] : '1';
  const header = block(entry, { name, link, length, type });
  if (records.size === 0) return header;
  const extra = formatRecords(records);
  const before = block(entry, { name: 'PaxHeader', link: '', length: extra.length, type: 'x' });
  return Buffer.concat([before, extra, Buffer.alloc((BLOCK - (extra.length % BLOCK)) % BLOCK), header]);
}

function isPlain(text: string, longest: number): boolean {
  return text.length <= longest && /^[\x20-\x7e]*$/.test(text);
}

interface Fields {
  readonly name: string;
  readonly link: string;
  readonly length: number;
  readonly type: string;
}

/** A ustar header (POSIX.1-1988). What does not fit is cut: a pax header has it in full. */
function block(entry: Entry, { name, link, length, type }: Fields): Buffer {
  const bytes = Buffer.alloc(BLOCK);
  const put = (text: string, at: number, longest: number) =>
    bytes.write(text.replace(/[^\x20-\x7e]/g, '_').slice(0, longest), at, 'latin1');
  const octal = (number: number, at: number, digits: number) =>
    put(Math.min(Math.max(number, 0), largest(digits)).toString(8).padStart(digits, '0'), at, digits);
  put(name, 0, 100);
  octal(entry.mode, 100, 7);
  octal(entry.uid, 108, 7);
  octal(entry.gid, 116, 7);
  octal(length, 124, 11);
  octal(entry.time, 136, 11);
  bytes.fill(0x20, 148, 156);
  put(type, 156, 1);
  put(link, 157, 100);
  put('ustar', 257, 5);
  put('00', 263, 2);
  put(entry.owner, 265, 32);
  put(entry.group, 297, 32);
  octal(
    bytes.reduce((sum, byte) => sum + byte, 0),
    148,
    6,
  );
  bytes[154] = 0;
  return bytes;
}
