import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

const ENTRY = 0x02014b50;
const END_LENGTH = 22;

/** Unpacks a zip that `zipPages` has written: a few files, none of them compressed. */
export async function unpackZip(path: string, folder: string): Promise<{ path: string; name: string }[]> {
  const zip = await readFile(path);
  const files: { path: string; name: string }[] = [];
  let at = zip.readUInt32LE(zip.length - END_LENGTH + 16);
  while (zip.readUInt32LE(at) === ENTRY) {
    const [size, nameLength] = [zip.readUInt32LE(at + 24), zip.readUInt16LE(at + 28)];
    const name = basename(zip.toString('utf8', at + 46, at + 46 + nameLength));
    const header = zip.readUInt32LE(at + 42);
    const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
    await writeFile(join(folder, name), zip.subarray(start, start + size));
    files.push({ path: join(folder, name), name });
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}
