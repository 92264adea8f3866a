import type { EngineJob } from '../engine.ts';
import { inspect } from '../read/inspect.ts';
import { unsupported } from '../refusals.ts';
import { leadsOutside } from './check-entries.ts';
import { collectEntries } from './collect-entries.ts';
import type { Entry } from './entry.ts';
import type { Header } from './header.ts';
import { listWithSevenZip } from './list-with-seven-zip.ts';
import { unsupportedEncryption } from './refusals.ts';
import { relativePath } from './relative-path.ts';
import { runSevenZip } from './tools.ts';
import { extractMembers } from './unpack-members.ts';
import { checkRun } from './unpack-with-seven-zip.ts';

/** The signatures of encrypted images: at the beginning, or for version 1 at the end. */
const ENCRYPTED_MAGIC = { beginning: 'encrcdsa', end: 'cdsaencr' };

/** The file systems that are supported, by 7-Zip's names. Of an image with several volumes, 7-Zip lists the volumes. */
const FILE_SYSTEMS: readonly string[] = ['HFS', 'APFS', 'FAT'];

/** Hidden files of macOS in a volume: logs, indexes, deleted files. */
const SYSTEM_FILES =
  /^(?:\[HFS\+ Private Data\]|\.HFS\+ Private Directory Data\r?|\.fseventsd|\.Trashes|\.Spotlight-V100|\.DocumentRevisions-V100|\.TemporaryItems|\.journal|\.journal_info_block|\.vol)(?:[/:]|$)/;

/** Where HFS+ keeps the content of hard links: 7-Zip does not show to which files it belongs. */
const HARD_LINKS = /^(?:\[HFS\+ Private Data\]\/iNode\d|\.HFS\+ Private Directory Data\r?\/dir_)/;

/**
 * Unpacks the volume of an Apple disk image with 7-Zip.
 * @throws ConversionError
 */
export async function unpackDiskImage({ folder, sourcePath }: EngineJob): Promise<Entry[]> {
  checkEncryption(sourcePath);
  // Resource forks, which only macOS has, are left out.
  const args = ['-sns-', '--', sourcePath];
  const { type, members, result } = await listWithSevenZip(args, { folder });
  checkRun(result);
  if (!FILE_SYSTEMS.includes(type))
    throw unsupported('The disk image holds several volumes, or one with a file system that is not supported.');
  const { path, headers } = await extractMembers(folder, members, async (onOutput) =>
    checkRun(await runSevenZip(['x', '-so', ...args], { folder, onOutput })),
  );
  // 7-Zip puts all files into a folder with the name of the volume.
  const root = type === 'HFS' ? (members.find(({ kind }) => kind === 'folder')?.name.toString() ?? '') : '';
  const shown = headers.flatMap((header) => shownHeader(header, below(root, header.name.toString())));
  return collectEntries(path, shown, (name) => name.toString());
}

/** Refuses an encrypted image, which 7-Zip does not recognise. */
function checkEncryption(path: string): void {
  const [beginning, end] = inspect(path, (read, size) => [read(0, 8), read(Math.max(0, size - 8), 8)]);
  if (beginning.toString('latin1') === ENCRYPTED_MAGIC.beginning || end.toString('latin1') === ENCRYPTED_MAGIC.end)
    throw unsupportedEncryption();
}

function below(root: string, path: string): string {
  if (root === '') return path;
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path.slice(root.length).replace(/^:.*$/s, '');
}

/** The header of a member by its name in the volume; none for hidden files of macOS. */
function shownHeader(header: Header, path: string): Header[] {
  if (HARD_LINKS.test(path))
    throw unsupported(
      'The disk image holds files or folders with hard links, which are not supported. Copy its files instead.',
    );
  if (path === '' || SYSTEM_FILES.test(path)) return [];
  const name = Buffer.from(path);
  const leadsOut = header.type === '2' && leadsOutside(relativePath(path), header.link.toString());
  // A link that leads out of the volume becomes a file with its target: it is only valid on a Mac.
  return [leadsOut ? { ...header, name, type: '0', length: header.link.length } : { ...header, name }];
}
