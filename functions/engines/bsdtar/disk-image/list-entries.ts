import type { EngineJob } from '../../engine.ts';
import { LIMITS, tooLarge, tooMany } from '../limits.ts';
import { noFileSystem, unreadable } from '../refusals.ts';
import { runSevenZip } from '../run-seven-zip.ts';
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

/**
 * What 7-Zip calls the file systems whose files are taken: of CDs it would lose the links. Of an image with several volumes
 * it lists those.
 */
const FILE_SYSTEMS: readonly string[] = ['HFS', 'APFS', 'FAT'];

/** What stands before the list; an empty line ends what is known of each thing. */
const BEGINNING = '----------';

/** How much is kept of what it says, for the log. */
const MOST_SAID = 4000;

/** The time zone in which it tells times: that of the parser of them. */
export const ENVIRONMENT = { TZ: 'UTC' };

/**
 * Lists what is in a disk image, its file system and all.
 * @throws ConversionError
 */
export async function listDiskImage(job: EngineJob): Promise<Listing> {
  const items: Item[] = [];
  let [type, begun, count, size, said] = ['', false, 0, 0, ''];
  let known = new Map<string, string>();
  const finish = () => {
    if (known.size === 0) return;
    const item = itemOf(known);
    known = new Map();
    count += 1;
    size += item.size;
    if (count <= LIMITS.entries) items.push(item);
  };
  const onLine = (line: string) => {
    if (said.length < MOST_SAID) said += `${line}\n`;
    const [, key = '', value = ''] = /^([A-Z][A-Za-z ]{1,30}) = (.*)$/s.exec(line) ?? [];
    if (begun && line === '') finish();
    else if (begun) known.set(key, value);
    else if (line === BEGINNING) begun = true;
    else if (key === 'Type') type = value;
  };
  const result = await runSevenZip(['l', '-slt', '-sns', '--', job.sourcePath], {
    folder: job.folder,
    environment: ENVIRONMENT,
    onLine,
  });
  finish();
  if (result.exitCode !== 0) throw unreadable({ ...result, stdout: said });
  if (count > LIMITS.entries) throw tooMany();
  if (size > LIMITS.unpacked * 1_000_000) throw tooLarge('its files together');
  if (!FILE_SYSTEMS.includes(type)) throw noFileSystem();
  return { items, named: type === 'HFS' };
}

function itemOf(known: ReadonlyMap<string, string>): Item {
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
