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
  /** The offset of the piece in the file. */
  readonly position: number;
  readonly length: number;
}

/** The index of the archive in a layer that is too large for Lambda when it is not compressed. */
export interface ArchiveIndex {
  /** Files that are not in the archive, but in the layer itself. */
  readonly whole: readonly string[];
  readonly parts: readonly { readonly file: string; readonly pieces: readonly ArchivePiece[] }[];
}

const running = new Map<string, Promise<void>>();

/** The folder of a build is named after so many characters of its key. */
const KEY_LENGTH = 16;

/** The folder of an unpacked layer: each build has its own. */
export function unpackedLayer(name: string): string {
  const layer = layerFolder(name);
  // Outside of Lambda it is kept beside the build.
  const folder = join(layersAreMounted() ? '/tmp' : join(dirname(layer), '../../unpacked'), name);
  return layerAvailable(name) ? join(folder, readFileSync(join(layer, '.key'), 'utf8').slice(0, KEY_LENGTH)) : folder;
}

/**
 * Unpacks a layer that has an archive, once, before its engine is started. On Lambda that adds about a second to a cold
 * start.
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
 * Unpacks the archive of a layer beside its target, and renames it then: so a target that exists is complete. Other
 * processes may do the same at the same time.
 * @param target the folder of this build, in a folder that holds nothing but builds of this layer
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

/** Precedes a random suffix in the name of a build that is being unpacked or removed. */
const UNFINISHED = '.unfinished-';

/** Renaming fails when another process was first; its folder has the same content. */
function moveTo(target: string, unfinished: string): void {
  try {
    renameSync(unfinished, target);
  } catch (error) {
    if (!existsSync(target)) throw error;
  }
}

/** Removes unpacked earlier builds, but not those that another process is unpacking. */
function removeOthers(target: string): void {
  const folder = dirname(target);
  const others = readdirSync(folder).filter((name) => name !== basename(target) && !name.includes(UNFINISHED));
  for (const name of others) {
    // Renamed first, so that only one of several processes removes it.
    const removed = join(folder, `${name}${UNFINISHED}${randomUUID()}`);
    try {
      renameSync(join(folder, name), removed);
    } catch {
      continue;
    }
    rmSync(removed, { recursive: true, force: true });
  }
}

/** Unpacks the archive of a layer into a folder, and links the files that are in the layer itself. */
export async function unpackArchive(layer: string, target: string): Promise<void> {
  const archive = archiveOf(layer);
  const index: ArchiveIndex = JSON.parse(readFileSync(join(archive, 'index.json'), 'utf8'));
  const paths = [...index.whole, ...index.parts.flatMap(({ pieces }) => pieces.map(({ path }) => path))];
  worldReadable(() => {
    for (const folder of new Set(paths.map(dirname))) mkdirSync(join(target, folder), { recursive: true });
  });
  for (const path of index.whole) {
    // A relative link, so that a checkout can be moved.
    symlinkSync(relative(dirname(join(target, path)), join(layer, 'whole', path)), join(target, path));
  }
  const queue = [...index.parts];
  const work = async () => {
    for (let part = queue.shift(); part; part = queue.shift()) {
      const data = await readFile(join(archive, part.file));
      const size = part.pieces.reduce((sum, { length }) => sum + length, 0);
      const unpacked = await promisify(zstdDecompress)(data, { chunkSize: Math.max(size, 64) });
      worldReadable(() => writePieces(target, part.pieces, unpacked));
    }
  };
  // A few at a time: parts are decompressed on other threads while this one writes, and memory stays bounded.
  await Promise.all([work(), work(), work()]);
}

/** Creates files that every user may read, whatever the umask: started by root, hosts are other users. */
function worldReadable(create: () => void): void {
  const umask = process.umask(0o022);
  try {
    create();
  } finally {
    process.umask(umask);
  }
}

function writePieces(target: string, pieces: readonly ArchivePiece[], data: Buffer): void {
  let start = 0;
  for (const { path, executable, position, length } of pieces) {
    // Neither truncated nor appended to, since pieces of a file are written in any order.
    const file = openSync(join(target, path), constants.O_WRONLY | constants.O_CREAT, executable ? 0o755 : 0o644);
    writeSync(file, data, start, length, position);
    closeSync(file);
    start += length;
  }
}
