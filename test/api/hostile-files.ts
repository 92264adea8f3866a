import { crc32, deflateRawSync } from 'node:zlib';
import { docx } from '../documents/office-open-xml.ts';

const MEGABYTE = 1024 * 1024;

const WORD =
  '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>'.padEnd(
    170,
  );

/** A hostile file. */
export interface HostileFile {
  readonly what: string;
  readonly name: string;
  readonly target: string;
  /** How its conversion ends: a code, or `ready` where it is harmless after all. */
  readonly ends: string;
  readonly make: () => Buffer | Promise<Buffer>;
}

/** The classes of files that have once hung, crashed or delayed a service. */
export const HOSTILE_FILES: readonly HostileFile[] = [
  {
    what: 'comments that can be divided in many ways',
    name: 'a.ttml',
    target: 'srt',
    ends: 'UNSUPPORTED_CONVERSION',
    make: () => comments(34),
  },
  { what: 'comments of a licence, 45 lines', name: 'a.xml', target: 'pdf', ends: 'ready', make: licence },
  {
    what: 'blanks',
    name: 'a.srt',
    target: 'vtt',
    ends: 'UNSUPPORTED_CONVERSION',
    make: () => Buffer.alloc(64 * 1024, ' '),
  },
  { what: 'a sector list that leads to itself', name: 'a.doc', target: 'pdf', ends: 'UNREADABLE_FILE', make: circle },
  {
    what: 'beginnings of declarations',
    name: 'a.html',
    target: 'pdf',
    ends: 'UNREADABLE_FILE',
    make: () => Buffer.alloc(240_000, '<meta '),
  },
  {
    what: 'a document that inflates to a gigabyte',
    name: 'a.docx',
    target: 'pdf',
    ends: 'UNREADABLE_FILE',
    make: () => inflating(docx(['a']), 'word/document.xml', WORD, '<w:p><w:r><w:t>a</w:t></w:r></w:p>'),
  },
  {
    what: 'brackets in each other',
    name: 'a.json',
    target: 'pdf',
    ends: 'ready',
    make: () => Buffer.alloc(500_000, '['),
  },
  {
    what: 'elements in each other',
    name: 'a.svg',
    target: 'png',
    ends: 'TOO_COMPLEX',
    make: () => nested('g', 200_000),
  },
  {
    what: 'elements in each other',
    name: 'a.html',
    target: 'pdf',
    // LibreOffice crashes at it, twice.
    ends: 'UNREADABLE_FILE',
    make: () => Buffer.from('<table><tr><td>'.repeat(20_000)),
  },
];

function comments(count: number): Buffer {
  return Buffer.from(`<?xml version="1.0"?>${'<!---->'.repeat(count)}x`);
}

function licence(): Buffer {
  return Buffer.from(
    `<?xml version="1.0"?>\n${'<!-- This file comes without any warranty. -->\n'.repeat(45)}<settings/>\n`,
  );
}

/** The header of a compound file, and a sector that lists itself as the next of the list. */
function circle(): Buffer {
  const file = Buffer.alloc(1536);
  file.write('d0cf11e0a1b11ae1', 'hex');
  for (const [index, value] of [0x3e, 3, 0xfffe, 9, 6].entries()) file.writeUInt16LE(value, 24 + index * 2);
  for (const [at, value] of [
    [44, 0xffffffff],
    [48, 0xfffffff0],
    [72, 0xffffffff],
  ] as const)
    file.writeUInt32LE(value, at);
  return file;
}

function nested(name: string, depth: number): Buffer {
  const all = `${`<${name}>`.repeat(depth)}${`</${name}>`.repeat(depth)}`;
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${all}</svg>`);
}

/** A package in which a part is replaced by one that inflates to a gigabyte. */
async function inflating(archive: Promise<Buffer>, name: string, beginning: string, filling: string): Promise<Buffer> {
  const file = Buffer.from(await archive);
  const content = Buffer.alloc(1024 * MEGABYTE, filling);
  content.write(beginning);
  const data = deflateRawSync(content, { level: 1 });
  const directory = file.readUInt32LE(file.length - 6);
  const entry = findEntry(file, directory, name);
  const sizes = numbers(crc32(content), data.length, content.length);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(8, 8);
  header.set(sizes, 14);
  header.writeUInt16LE(name.length, 26);
  file.writeUInt16LE(0, entry + 8);
  file.writeUInt16LE(8, entry + 10);
  file.set(sizes, entry + 16);
  file.writeUInt32LE(directory, entry + 42);
  const part = Buffer.concat([header, Buffer.from(name), data]);
  file.writeUInt32LE(directory + part.length, file.length - 6);
  return Buffer.concat([file.subarray(0, directory), part, file.subarray(directory)]);
}

function findEntry(file: Buffer, directory: number, name: string): number {
  for (let at = directory; ; at += 46 + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30)) {
    if (file.toString('utf8', at + 46, at + 46 + file.readUInt16LE(at + 28)) === name) return at;
  }
}

function numbers(...values: readonly number[]): Buffer {
  return Buffer.from(Uint32Array.from(values).buffer);
}
