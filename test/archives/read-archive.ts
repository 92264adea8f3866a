import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { sevenZip } from './seven-zip.ts';
import { readTape } from './tape.ts';

const folder = temporaryFolder();

/** What is in an archive, by other programs than the one that wrote it. */
export interface Found {
  readonly kind: 'file' | 'folder' | 'link' | 'name';
  /** What a file holds; where a link leads, or of which file it is a further name. */
  readonly content: string;
  readonly mode: number;
  /** In seconds since 1970. */
  readonly time: number;
}

/** Reads tape archives by itself, and all others with 7-Zip. */
export function readArchive(bytes: Buffer, format: string): Map<string, Found> {
  if (format.startsWith('tar')) return readTape(unpack(bytes, format.slice(4)));
  const place = mkdtempSync(join(folder, 'read-'));
  const [archive, files] = [join(place, `archive.${format}`), join(place, 'files')];
  writeFileSync(archive, bytes);
  mkdirSync(files);
  // With links that lead up, too.
  sevenZip(place, 'x', '-y', '-snld', `-o${files}`, archive);
  const found = new Map<string, Found>();
  for (const name of readdirSync(files, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(files, name);
    const status = lstatSync(path);
    const common = { mode: status.mode & 0o777, time: Math.floor(status.mtimeMs / 1000) };
    if (status.isDirectory()) found.set(name, { ...common, kind: 'folder', content: '' });
    else if (status.isSymbolicLink()) found.set(name, { ...common, kind: 'link', content: readlinkSync(path) });
    else found.set(name, { ...common, kind: 'file', content: readFileSync(path, 'utf8') });
  }
  return found;
}

/** What is in a file that is compressed as a whole. */
export function unpack(bytes: Buffer, kind: string): Buffer {
  if (kind === '') return bytes;
  if (kind === 'gz') return gunzipSync(bytes);
  if (kind === 'zst') return zstdDecompressSync(bytes);
  const path = join(folder, `packed.${kind}`);
  writeFileSync(path, bytes);
  return sevenZip(folder, 'e', '-so', path);
}
