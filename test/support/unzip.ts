import { inflateRawSync } from 'node:zlib';

/** The files in a zip, by name. It shares no code with the writer. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = archive.lastIndexOf('PK\u0005\u0006');
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    files.set(name, contentOf(archive, archive.readUInt32LE(at + 42), archive.readUInt32LE(at + 20)));
    at += 46 + nameLength + extra + comment;
  }
  return files;
}

function contentOf(archive: Buffer, position: number, size: number): Buffer {
  const start = position + 30 + archive.readUInt16LE(position + 26) + archive.readUInt16LE(position + 28);
  const data = archive.subarray(start, start + size);
  return archive.readUInt16LE(position + 8) === 8 ? inflateRawSync(data) : data;
}
