import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { layerAvailable, layerFolder, layersAreMounted } from './layer.ts';

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

const running = new Map<string, Promise<void>>();

/** How much of the key of a build its folder is called by. */
const KEY_LENGTH = 16;

/** Where a layer that holds an archive lies when it is unpacked: a folder of its own for each build of it. */
export function unpackedLayer(name: string): string {
  const layer = layerFolder(name);
  // On a machine of one's own it stays beside the build.
  const folder = join(layersAreMounted() ? '/tmp' : join(dirname(layer), '../../unpacked'), name);
  return layerAvailable(name) ? join(folder, readFileSync(join(layer, '.key'), 'utf8').slice(0, KEY_LENGTH)) : folder;
}

/**
 * Unpacks a layer that holds an archive, once, before its engine is started; of any other there is nothing to do. On
 * Lambda that costs about a second of each environment's start.
 */
export function unpackLayer(name: string): Promise<void> {
  const known = running.get(name);
  if (known) return known;
  const unpacking = unpack(name);
  running.set(name, unpacking);
  unpacking.catch(() => running.delete(name));
  return unpacking;
}

async function unpack(name: string): Promise<void> {
  const layer = layerFolder(name);
  if (existsSync(archiveOf(layer))) await placeUnpacked(layer, unpackedLayer(name));
}

function archiveOf(layer: string): string {
  return join(layer, 'archive');
}

/**
 * Unpacks the archive of a layer beside the place where it is to lie, and moves it there as a whole: what is there is
 * complete, and nothing is moved away from others who use it. Other processes may do the same at the same time.
 * @param target a folder that has the name of this build, in one with nothing but builds of this layer
 */
export async function placeUnpacked(layer: string, target: string): Promise<void> {
  if (existsSync(target)) return;
  const unfinished = `${target}${UNFINISHED}${randomUUID()}`;
  try {
    await unpackArchive(layer, unfinished);
    moveTo(target, unfinished);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  removeOthers(target);
}

/** Between the name of a build and a random end: it is not there yet, or not any more. */
const UNFINISHED = '.unfinished-';

/** A folder is never moved over one in which there is something: who comes second finds the same there. */
function moveTo(target: string, unfinished: string): void {
  try {
    renameSync(unfinished, target);
  } catch (error) {
    if (!existsSync(target)) throw error;
  }
}

/** Removes what earlier builds were unpacked to. What another process still writes is left to it. */
function removeOthers(target: string): void {
  const folder = dirname(target);
  const others = readdirSync(folder).filter((name) => name !== basename(target) && !name.includes(UNFINISHED));
  for (const name of others) {
    // Moved first, so that only one of several removes it.
    const removed = join(folder, `${name}${UNFINISHED}${randomUUID()}`);
    try {
      renameSync(join(folder, name), removed);
    } catch {
      continue;
    }
    rmSync(removed, { recursive: true, force: true });
  }
}

/** Unpacks the archive of a layer into a folder, where links stand for the files that lie in the layer as they are. */
export async function unpackArchive(layer: string, target: string): Promise<void> {
  const archive = archiveOf(layer);
  const index: ArchiveIndex = JSON.parse(readFileSync(join(archive, 'index.json'), 'utf8'));
  const paths = [...index.whole, ...index.parts.flatMap(({ pieces }) => pieces.map(({ path }) => path))];
  openly(() => {
    for (const folder of new Set(paths.map(dirname))) mkdirSync(join(target, folder), { recursive: true });
  });
  for (const path of index.whole) {
    // Relative, so that a checkout can be moved.
    symlinkSync(relative(dirname(join(target, path)), join(layer, 'whole', path)), join(target, path));
  }
  const queue = [...index.parts];
  const work = async () => {
    for (let part = queue.shift(); part; part = queue.shift()) {
      const data = await readFile(join(archive, part.file));
      const size = part.pieces.reduce((sum, { length }) => sum + length, 0);
      const unpacked = await promisify(zstdDecompress)(data, { chunkSize: Math.max(size, 64) });
      openly(() => writePieces(target, part.pieces, unpacked));
    }
  };
  // A few at a time: parts are decompressed on other threads while this one writes, and memory stays small.
  await Promise.all([work(), work(), work()]);
}

/** What is made meanwhile every user may read, whatever our umask: started by root, hosts are other users. */
function openly(make: () => void): void {
  const umask = process.umask(0o022);
  try {
    make();
  } finally {
    process.umask(umask);
  }
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
