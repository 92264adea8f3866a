import type { EngineJob } from '../../engine.ts';
import { checkListed, listWithSevenZip, type Properties } from '../list-with-seven-zip.ts';
import { noFileSystem, unreadable } from '../refusals.ts';
import { modeIn } from '../seven-zip-mode.ts';

/** What 7-Zip says of one thing in a disk image, in the order in which it gives their contents. */
export interface Item {
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link';
  /** Whether it is not a file but something more that a file has: its resource fork, an extended attribute. */
  readonly stream: boolean;
  /** Of its content, in bytes. */
  readonly size: number;
  readonly mode: number;
  /** When it was changed last, in seconds since 1970. */
  readonly time: number;
}

/** What is in a disk image. */
export interface Listing {
  readonly items: readonly Item[];
  /** Whether all is in a folder that has the name of the volume, which is none of its own. */
  readonly named: boolean;
}

/** The time zone in which it tells times: that of the parser of them. */
export const ENVIRONMENT = { TZ: 'UTC' };

/** Which images are read, and how. */
export interface ImageKind {
  /** What tells 7-Zip to take an image for nothing else. */
  readonly switches: readonly string[];
  /** What 7-Zip calls the file systems whose files are taken. Of an image with several volumes it lists those. */
  readonly fileSystems: readonly string[];
}

/** Images of Apple; of those of CDs the links would be lost. */
export const APPLE_IMAGE: ImageKind = { switches: ['-sns'], fileSystems: ['HFS', 'APFS', 'FAT'] };

/** Discs in the file system that came after that of CDs. */
export const UDF_IMAGE: ImageKind = { switches: ['-tudf'], fileSystems: ['Udf'] };

/**
 * Lists what is in a disk image, its file system and all.
 * @throws ConversionError
 */
export async function listDiskImage(
  { folder, sourcePath }: EngineJob,
  { switches, fileSystems }: ImageKind,
): Promise<Listing> {
  const items: Item[] = [];
  const run = { folder, environment: ENVIRONMENT };
  const listed = await listWithSevenZip([...switches, '--', sourcePath], run, (properties) =>
    items.push(itemOf(properties)),
  );
  if (listed.result.exitCode !== 0) throw unreadable(listed.result);
  checkListed(listed);
  if (!fileSystems.includes(listed.type)) throw noFileSystem();
  return { items, named: listed.type === 'HFS' };
}

function itemOf(known: Properties): Item {
  const [mode = '', attributes = ''] = [known.get('Mode'), known.get('Attributes')];
  const folder = known.get('Folder') === '+' || mode.startsWith('d') || attributes.startsWith('D');
  const stream = known.get('Alternate Stream') === '+';
  return {
    path: known.get('Path') ?? '',
    kind: folder && !stream ? 'folder' : mode.startsWith('l') ? 'link' : 'file',
    stream,
    size: folder && !stream ? 0 : Number(known.get('Size')) || 0,
    mode: modeIn(mode || (folder ? 'D' : '')),
    time: Math.floor(Date.parse(`${(known.get('Modified') ?? '').slice(0, 19).replace(' ', 'T')}Z`) / 1000) || 0,
  };
}
