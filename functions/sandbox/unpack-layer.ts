import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { layerFolder } from './layer.ts';

/** A file, or a piece of one, in a part of an archive. Pieces lie in a part in the order of the list. */
export interface ArchivePiece {
  readonly path: string;
  readonly executable: boolean;
  /** Where in the file the piece begins. */
  readonly position: number;
  readonly length: number;
}

/** What is in the parts of a layer that is too big to lie unpacked. */
export interface ArchiveIndex {
  /** Files that lie in the layer as they are. */
  readonly whole: readonly string[];
  readonly parts: readonly { readonly file: string; readonly pieces: readonly ArchivePiece[] }[];
}

const running = new Map<string, Promise<string>>();

/**
 * Unpacks a layer that holds an archive, once, and returns the folder. On Lambda that is on /tmp and costs about a second
 * of each environment's start; on a machine of one's own it stays beside the build.
 */
export function unpackLayer(name: string): Promise<string> {
  const known = running.get(name);
  if (known) return known;
  const unpacking = unpack(name);
  running.set(name, unpacking);
  unpacking.catch(() => running.delete(name));
  return unpacking;
}

async function unpack(name: string): Promise<string> {
  const layer = layerFolder(name);
  const target = join(unpackedFolder(layer), name);
  const key = readFileSync(join(layer, '.key'), 'utf8');
  const done = () => existsSync(join(target, key));
  if (done()) return target;
  const unfinished = `${target}.${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true });
  await unpackArchive(layer, unfinished);
  closeSync(openSync(join(unfinished, key), 'w'));
  if (!done()) replace(target, unfinished, done);
  rmSync(unfinished, { recursive: true, force: true });
  return target;
}

/** Another process may be doing the same. */
function replace(target: string, unfinished: string, done: () => boolean): void {
  try {
    rmSync(target, { recursive: true, force: true });
    renameSync(unfinished, target);
  } catch (error) {
    if (!done()) throw error;
  }
}

function unpackedFolder(layer: string): string {
  return process.env.AWS_LAMBDA_FUNCTION_NAME ? tmpdir() : join(dirname(layer), '../../unpacked');
}

/** Unpacks the archive of a layer into a folder, where links stand for the files that lie in the layer as they are. */
export async function unpackArchive(layer: string, target: string): Promise<void> {
  const archive = join(layer, 'archive');
  const index: ArchiveIndex = JSON.parse(readFileSync(join(archive, 'index.json'), 'utf8'));
  const paths = [...index.whole, ...index.parts.flatMap(({ pieces }) => pieces.map(({ path }) => path))];
  for (const folder of new Set(paths.map(dirname))) mkdirSync(join(target, folder), { recursive: true });
  for (const path of index.whole) symlinkSync(join(layer, 'whole', path), join(target, path));
  const queue = [...index.parts];
  const work = async () => {
    for (let part = queue.shift(); part; part = queue.shift()) {
      const data = await readFile(join(archive, part.file));
      const size = part.pieces.reduce((sum, { length }) => sum + length, 0);
      writePieces(target, part.pieces, await promisify(zstdDecompress)(data, { chunkSize: Math.max(size, 64) }));
    }
  };
  // A few at a time: parts are decompressed on other threads while this one writes, and memory stays small.
  await Promise.all([work(), work(), work()]);
}

function writePieces(target: string, pieces: readonly ArchivePiece[], data: Buffer): void {
  let start = 0;
  for (const { path, executable, position, length } of pieces) {
    // Neither truncated nor appended to: pieces of one file come in any order.
    const file = openSync(join(target, path), constants.O_WRONLY | constants.O_CREAT, executable ? 0o755 : 0o644);
    writeSync(file, data, start, length, position);
    closeSync(file);
    start += length;
  }
}
