import { crc32, gzipSync } from 'node:zlib';

/** A file as it is put into an archive by hand. */
export interface Part {
  readonly name: string;
  readonly content: string | Buffer;
  /** For cpio: the kind and the permissions of the file. */
  readonly mode?: number;
  /** For cpio: files of the same number are one file. */
  readonly inode?: number;
  readonly links?: number;
}

const SECONDS = 1_583_020_800;

/** Fills up to a multiple of so many bytes. */
function padded(bytes: Buffer, multiple: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((multiple - (bytes.length % multiple)) % multiple)]);
}

/** A cpio archive in the new format of SVR4, as GNU cpio writes it with `-H newc`. */
export function cpio(parts: readonly Part[]): Buffer {
  const all = [...parts, { name: 'TRAILER!!!', content: '', mode: 0 }];
  const entries = all.map(({ name, content, mode = 0o100644, inode, links = 1 }: Part, index) => {
    const [title, data] = [Buffer.from(`${name}\0`), Buffer.from(content)];
    const numbers = [inode ?? index + 1, mode, 0, 0, links, SECONDS, data.length, 8, 1, 0, 0, title.length, 0];
    const digits = numbers.map((number) => number.toString(16).padStart(8, '0')).join('');
    return Buffer.concat([padded(Buffer.concat([Buffer.from(`070701${digits}`), title]), 4), padded(data, 4)]);
  });
  return padded(Buffer.concat(entries), 512);
}

/** A Unix archive, with names that end in a slash, as GNU ar writes it. */
export function unixArchive(parts: readonly Part[]): Buffer {
  const entries = parts.map(({ name, content }) => {
    const data = Buffer.from(String(content), 'latin1');
    const fields = [`${name}/`.padEnd(16), `${SECONDS}`.padEnd(12), '0'.padEnd(6), '0'.padEnd(6)];
    const header = `${fields.join('')}${'100644'.padEnd(8)}${`${data.length}`.padEnd(10)}\`\n`;
    return padded(Buffer.concat([Buffer.from(header), data]), 2);
  });
  return Buffer.concat([Buffer.from('!<arch>\n'), ...entries]);
}

/** An RPM package: its lead, two empty headers, and a compressed cpio archive. */
export function rpmPackage(parts: readonly Part[]): Buffer {
  const lead = Buffer.alloc(96);
  lead.write('edabeedb0300', 0, 'hex');
  lead.write('package-1.0-1', 10);
  lead.writeUInt16BE(1, 76);
  lead.writeUInt16BE(5, 78);
  const header = Buffer.alloc(16);
  header.write('8eade801', 0, 'hex');
  return Buffer.concat([lead, header, header, gzipSync(cpio(parts))]);
}

/** A RAR archive of version 4 whose files are stored as they are. */
export function rar(parts: readonly Part[]): Buffer {
  const block = (kind: number, flags: number, body: Buffer) => {
    const head = Buffer.alloc(7);
    head.writeUInt8(kind, 2);
    head.writeUInt16LE(flags, 3);
    head.writeUInt16LE(7 + body.length, 5);
    const bytes = Buffer.concat([head, body]);
    bytes.writeUInt16LE(crc32(bytes.subarray(2)) & 0xffff, 0);
    return bytes;
  };
  const files = parts.flatMap(({ name, content }) => {
    const [title, data] = [Buffer.from(name.replaceAll('/', '\\')), Buffer.from(content)];
    const body = Buffer.alloc(25);
    body.writeUInt32LE(data.length, 0);
    body.writeUInt32LE(data.length, 4);
    body.writeUInt8(0, 8);
    body.writeUInt32LE(crc32(data), 9);
    // The first of March 2020, as DOS counts.
    body.writeUInt32LE(((2020 - 1980) << 25) | (3 << 21) | (1 << 16), 13);
    body.writeUInt8(20, 17);
    body.writeUInt8(0x30, 18);
    body.writeUInt16LE(title.length, 19);
    body.writeUInt32LE(0x20, 21);
    return [block(0x74, 0x8000, Buffer.concat([body, title])), data];
  });
  const mark = Buffer.from('526172211a0700', 'hex');
  return Buffer.concat([mark, block(0x73, 0, Buffer.alloc(6)), ...files, block(0x7b, 0x4000, Buffer.alloc(0))]);
}
