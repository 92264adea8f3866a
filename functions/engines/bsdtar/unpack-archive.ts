import { join } from 'node:path';
import { ConversionError } from '../../conversion/errors.ts';
import type { FormatName } from '../../conversion/formats.ts';
import type { RunResult } from '../../sandbox/run-tool.ts';
import { shortLines } from '../complaints.ts';
import type { EngineJob } from '../engine.ts';
import { relativeLink } from './archived-name.ts';
import { checkEmptyRpm } from './check-rpm.ts';
import { checkZip } from './check-zip.ts';
import { collectEntries } from './collect-entries.ts';
import { nameDecoder } from './decode-names.ts';
import { unpackDisc } from './disk-image/unpack-disc.ts';
import { unpackDiskImage } from './disk-image/unpack-disk-image.ts';
import type { Entry } from './entry.ts';
import type { Header } from './header.ts';
import { LIMITS, tooLarge } from './limits.ts';
import { passwordLine } from './password-line.ts';
import { readCpio } from './read-cpio.ts';
import { readTar } from './read-tar.ts';
import { locked, lockedForGood, unreadable } from './refusals.ts';
import { runBsdtar } from './run-bsdtar.ts';
import { unpackWithSevenZip } from './unpack-with-seven-zip.ts';
import { unpackWarc } from './warc/unpack-warc.ts';

/** In these, of a file with many names only the last one has the content. */
const LINKED_BACKWARDS: readonly FormatName[] = ['cpio', 'rpm'];
const ZIPS: readonly FormatName[] = ['zip', 'jar'];

/** What complaints say that mean no loss: we make names relative, and read them if they are in another encoding. */
const HARMLESS = ["Can't translate", 'Removing leading', "can't be converted", 'cannot be converted'];

/** For a password it asks once; with a wrong one, ten thousand times. */
const PROMPT = 'Enter passphrase:';

/** What a Unix archive calls its lists of symbols and of long names, which are no files. */
const INDEXES = ['.', '/', '//'];

/** Formats that 7-Zip alone reads. */
const SEVEN_ZIP_ONLY: readonly FormatName[] = ['wim'];

/** Formats that 7-Zip reads more of: all of their methods of compression, and locked ones. */
const SECOND_TRY: readonly FormatName[] = ['zip', 'jar', '7z', 'cab', 'lha', 'rar'];

/**
 * Unpacks an archive, and lists what is in it.
 * @throws ConversionError
 */
export async function unpackArchive(job: EngineJob): Promise<Entry[]> {
  if (job.sourceFormat === 'dmg') return unpackDiskImage(job);
  if (job.sourceFormat === 'warc') return unpackWarc(job);
  if (job.sourceFormat === 'iso') return unpackDisc(job, unpackRooted);
  if (job.sourceFormat === 'rpm') return unpackRpm(job);
  if (SEVEN_ZIP_ONLY.includes(job.sourceFormat)) return unpackWithSevenZip(job);
  try {
    return await unpackWithBsdtar(job);
  } catch (error) {
    const again = error instanceof ConversionError && error.code === 'UNREADABLE_FILE';
    if (again && SECOND_TRY.includes(job.sourceFormat)) return unpackWithSevenZip(job);
    throw error;
  }
}

/** Unpacks an archive into one plain file: what is in it never becomes a file of its own. */
async function unpackWithBsdtar({ sourcePath, sourceFormat, folder, options }: EngineJob): Promise<Entry[]> {
  const zipped = ZIPS.includes(sourceFormat);
  const expected = zipped ? await checkZip(sourcePath, options.password !== undefined) : 0;
  const backwards = LINKED_BACKWARDS.includes(sourceFormat);
  const path = join(folder, 'unpacked');
  const args = ['-cf', path, '--format', backwards ? 'newc' : 'pax', `@${sourcePath}`];
  const result = await runBsdtar(args, { folder, input: passwordLine(options) });
  checkOutcome(result, sourceFormat, options.password !== undefined);
  const listed = backwards ? readCpio(path) : readTar(path);
  const headers =
    sourceFormat === 'ar' ? listed.filter(({ name }) => !INDEXES.includes(name.toString('latin1'))) : listed;
  // Of files that lie in the same place libarchive tells one.
  if (headers.length < expected) throw unreadable(`${headers.length} files where ${expected} are listed`);
  checkSize(headers);
  return collectEntries(
    path,
    headers,
    nameDecoder(
      headers.flatMap(({ name, link }) => [name, link]),
      zipped,
    ),
  );
}

function checkOutcome(result: RunResult, format: FormatName, given: boolean): void {
  if (ZIPS.includes(format) && /(?:Enter passphrase:){9}/.test(result.stderr)) throw locked(given);
  if (/encrypt/i.test(result.stderr) && !SECOND_TRY.includes(format)) throw lockedForGood();
  if (result.exitCode !== 0 || shortLines(result.stderr).split('\n').some(isComplaint)) throw unreadable(result);
}

function isComplaint(line: string): boolean {
  const said = (line.startsWith(PROMPT) ? line.slice(PROMPT.length) : line).trim();
  const harmless = said.startsWith('bsdtar: ') && HARMLESS.some((words) => said.includes(words));
  return said !== '' && !harmless;
}

async function unpackRpm(job: EngineJob): Promise<Entry[]> {
  const entries = await unpackRooted(job);
  if (entries.length === 0) checkEmptyRpm(job.sourcePath);
  return entries;
}

/** Packages and disks: absolute links in them mean their own root. */
async function unpackRooted(job: EngineJob): Promise<Entry[]> {
  return (await unpackWithBsdtar(job)).map(withRelativeLink);
}

function withRelativeLink(entry: Entry): Entry {
  return entry.kind === 'link' ? { ...entry, target: relativeLink(entry.name, entry.target) } : entry;
}

/** Holes take no room here, but would in what is made of it. */
function checkSize(headers: readonly Header[]): void {
  const sizes = headers.map(({ length, records }) => Math.max(length, Number(records.get('GNU.sparse.realsize') ?? 0)));
  if (sizes.reduce((sum, size) => sum + size, 0) > LIMITS.unpacked * 1_000_000) throw tooLarge('its files together');
}
