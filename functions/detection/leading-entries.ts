const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const LOCAL_SIGNATURE = Buffer.from('PK\x03\x04', 'latin1');
const DESCRIPTOR_SIGNATURE = Buffer.from('PK\x07\x08', 'latin1');
const HEADER_SIZE = 30;
/** The lengths of a data descriptor, with sizes of four or eight bytes. */
const DESCRIPTOR_SIZES = [16, 24];

/** A file whose local header is in the beginning of a zip. */
export interface LeadingEntry {
  readonly name: string;
  /** Its stored bytes, as far as they are in the beginning. */
  readonly data: Buffer;
}

/** The files whose local headers are in the beginning of a zip. */
export interface LeadingEntries {
  /** In file order. */
  readonly entries: readonly LeadingEntry[];
  /** Whether the zip has no others. */
  readonly complete: boolean;
}

/** The end of a file's content, and the offset of the next header. */
interface Extent {
  readonly end: number;
  readonly next: number;
}

/** Lists the files in the beginning of a zip (APPNOTE.TXT 4.3), in one pass. */
export function leadingEntries(head: Buffer): LeadingEntries {
  const entries: LeadingEntry[] = [];
  let described: ReadonlyMap<number, Extent> | undefined;
  let at = 0;
  while (signatureAt(head, at) === LOCAL_HEADER && at + HEADER_SIZE <= head.length) {
    const nameEnd = at + HEADER_SIZE + head.readUInt16LE(at + 26);
    const start = nameEnd + head.readUInt16LE(at + 28);
    const size = head.readUInt32LE(at + 18);
    let extent: Extent = { end: start + size, next: start + size };
    if ((head.readUInt16LE(at + 6) & 8) !== 0) {
      // A streamed file, with a data descriptor behind it.
      described ??= describedExtents(head);
      extent = described.get(start) ?? (size > 0 ? extent : upToNext(head, start));
    }
    const name = head.toString('utf8', at + HEADER_SIZE, nameEnd);
    entries.push({ name, data: head.subarray(start, extent.end) });
    at = extent.next;
  }
  return { entries, complete: signatureAt(head, at) === CENTRAL_HEADER };
}

/** The extents of files with a data descriptor, by their offsets. Bytes that only look like a descriptor match no offset. */
function describedExtents(head: Buffer): Map<number, Extent> {
  const found = new Map<number, Extent>();
  for (let at = head.indexOf(DESCRIPTOR_SIGNATURE); at >= 0; at = head.indexOf(DESCRIPTOR_SIGNATURE, at + 1)) {
    if (at + 12 > head.length) break;
    const start = at - head.readUInt32LE(at + 8);
    const next = DESCRIPTOR_SIZES.map((size) => at + size).find((behind) => isHeader(signatureAt(head, behind)));
    if (next !== undefined && start > 0 && !found.has(start)) found.set(start, { end: at, next });
  }
  return found;
}

function isHeader(signature: number | undefined): boolean {
  return signature === LOCAL_HEADER || signature === CENTRAL_HEADER;
}

/** The extent of a file of unknown length: up to what looks like the next local header. */
function upToNext(head: Buffer, start: number): Extent {
  const at = head.indexOf(LOCAL_SIGNATURE, start);
  const end = at < 0 ? head.length : at;
  return { end, next: end };
}

function signatureAt(head: Buffer, at: number): number | undefined {
  return at + 4 <= head.length ? head.readUInt32LE(at) : undefined;
}
