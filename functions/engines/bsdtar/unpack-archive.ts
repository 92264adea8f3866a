import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ConversionError } from '../../conversion/errors.ts';
import type { FormatName } from '../../conversion/formats.ts';
import type { RunResult } from '../../sandbox/run-tool.ts';
import type { EngineJob } from '../engine.ts';
import { readHead } from '../read-head.ts';
import { shortLines } from '../short-lines.ts';
import { relativeLink } from './archived-name.ts';
import { checkAr } from './check-ar.ts';
import { checkZip } from './check-zip.ts';
import { collectEntries } from './collect-entries.ts';
import { nameDecoder } from './decode-names.ts';
import type { Entry } from './entry.ts';
import type { Header } from './header.ts';
import { LIMITS, tooLarge } from './limits.ts';
import { passwordLine } from './password-line.ts';
import { readCpio } from './read-cpio.ts';
import { readTar } from './read-tar.ts';
import { DamagedMember, ForeignMethod, locked, lockedForGood, unreadable } from './refusals.ts';
import { runBsdtar } from './tools.ts';
import { unpackDisc } from './unpack-disc.ts';
import { unpackDiskImage } from './unpack-disk-image.ts';
import { unpackWithSevenZip } from './unpack-with-seven-zip.ts';
import { unpackWithUnar } from './unpack-with-unar.ts';

/** In these, of a file with many names only the last one has the content. */
const LINKED_BACKWARDS: readonly FormatName[] = ['cpio', 'rpm'];
const ZIPS: readonly FormatName[] = ['zip', 'jar'];

/** How gzip begins, in hexadecimal. */
const GZIP = '1f8b';
/** And RAR of the fifth version. */
const RAR_5 = '526172211a070100';

/** What complaints say that mean no loss: we make names relative, and read them if they are in another encoding. */
const HARMLESS = ["Can't translate", 'Removing leading', "can't be converted", 'cannot be converted'];

/** What it says of folders in RAR 5 where it is to write all content, which they have none of; and then at its end. */
const OF_FOLDERS = ["Can't decompress an entry marked as a directory", 'Error exit delayed from previous errors'];

/** For a password it asks once; with a wrong one, ten thousand times. */
const PROMPT = 'Enter passphrase:';

/** Unpacks an archive, and lists what is in it. */
type Unpack = (job: EngineJob) => Promise<Entry[]>;

/**
 * Which tools unpack a format, in turn: libarchive keeps the most, 7-Zip and The Unarchiver know more methods of compression.
 * Of 7z it reports no wrong checksum, of ar, lha and rar it does not read all kinds; The Unarchiver lacks some solid RAR.
 */
const TOOLS: Partial<Record<FormatName, readonly Unpack[]>> = {
  zip: [unpackWithBsdtar, unpackWithSevenZip],
  jar: [unpackWithBsdtar, unpackWithSevenZip],
  cab: [unpackWithBsdtar, unpackWithSevenZip],
  deb: [unpackWithBsdtar, unpackWithSevenZip],
  rar: [unpackWithUnar, unpackRar5],
  '7z': [unpackWithSevenZip, unpackWithBsdtar],
  ar: [unpackWithSevenZip],
  wim: [unpackWithSevenZip],
  lha: [unpackWithUnar],
  dmg: [unpackDiskImage],
  iso: [(job) => unpackDisc(job, unpackRooted)],
  rpm: [unpackRooted],
};

/**
 * Unpacks an archive, and lists what is in it.
 * @throws ConversionError
 */
export async function unpackArchive(job: EngineJob): Promise<Entry[]> {
  if (job.sourceFormat === 'ar' || job.sourceFormat === 'deb') checkAr(job.sourcePath);
  const [first = unpackWithBsdtar, second] = TOOLS[job.sourceFormat] ?? [];
  try {
    return await first(job);
  } catch (error) {
    if (!second || !(isUnreadable(error) || error instanceof ForeignMethod)) throw error;
    return await second(job).catch((again: unknown) => {
      // What one tool lacks the other calls damaged; and of what both call damaged one may know the file.
      throw isUnreadable(again) && saysMore(error) ? error : again;
    });
  }
}

function saysMore(error: unknown): boolean {
  return error instanceof ForeignMethod || error instanceof DamagedMember;
}

function isUnreadable(error: unknown): boolean {
  return error instanceof ConversionError && error.code === 'UNREADABLE_FILE';
}

/** Unpacks an archive into one plain file: what is in it never becomes a file of its own. */
async function unpackWithBsdtar({ sourcePath, sourceFormat, folder, options }: EngineJob): Promise<Entry[]> {
  const zipped = ZIPS.includes(sourceFormat);
  const expected = zipped ? checkZip(sourcePath, options.password !== undefined) : 0;
  const backwards = LINKED_BACKWARDS.includes(sourceFormat);
  const path = join(folder, 'unpacked');
  const gzipped = (await readHead(sourcePath, 2)).toString('hex') === GZIP;
  // What lies behind a block of zeros is read as well: it is another archive, or what is left of a damaged one.
  const further = sourceFormat.startsWith('tar') ? ['--ignore-zeros'] : [];
  const args = [...further, '-cf', path, '--format', backwards ? 'newc' : 'pax', gzipped ? '@-' : `@${sourcePath}`];
  const input = gzipped ? gunzipped(sourcePath) : passwordLine(options);
  const result = await runBsdtar(args, { folder, input });
  checkOutcome(result, sourceFormat, options.password !== undefined);
  const headers = backwards ? readCpio(path) : readTar(path);
  // Of files that lie in the same place libarchive tells one.
  if (headers.length < expected) throw unreadable(`${headers.length} files where ${expected} are listed`);
  checkSize(headers);
  // Of links in RAR it would write bytes without end.
  if (sourceFormat === 'rar' && headers.some(({ type }) => type !== '0' && type !== '5'))
    throw new ForeignMethod('links');
  if (!isTape(sourceFormat)) await verify(sourcePath, headers, { folder, input: passwordLine(options) });
  return collectEntries(
    path,
    headers,
    nameDecoder(
      headers.flatMap(({ name, link }) => [name, link]),
      zipped,
    ),
  );
}

/** Unpacks with the checksum at the end, which libarchive does not read. */
async function* gunzipped(path: string): AsyncGenerator<Buffer> {
  try {
    yield* pipeline(createReadStream(path), createGunzip(), () => {});
  } catch (error) {
    throw unreadable(error);
  }
}

/** In these each member is read in full, or nothing is. */
function isTape(format: FormatName): boolean {
  return format.startsWith('tar') || LINKED_BACKWARDS.includes(format);
}

/** Reads all members once more: in place of what it cannot read bsdtar has written zeros, without a word. */
async function verify(path: string, headers: readonly Header[], run: Parameters<typeof runBsdtar>[1]): Promise<void> {
  let size = 0;
  const onOutput = (bytes: Buffer) => {
    size += bytes.length;
  };
  const result = await runBsdtar(['-xOf', path], { ...run, onOutput });
  const expected = headers.reduce((sum, { length }) => sum + length, 0);
  if ((result.exitCode !== 0 && !isOfFolders(result.stderr)) || size < expected)
    throw unreadable({ ...result, size, expected });
}

function isOfFolders(said: string): boolean {
  const lines = said.split('\n').filter((line) => line !== '');
  return lines.length > 1 && lines.every((line) => OF_FOLDERS.some((words) => line.includes(words)));
}

function checkOutcome(result: RunResult, format: FormatName, given: boolean): void {
  if (ZIPS.includes(format) && /(?:Enter passphrase:){9}/.test(result.stderr)) throw locked(given);
  if (/encrypt/i.test(result.stderr) && !ZIPS.includes(format)) throw lockedForGood();
  if (result.exitCode !== 0 || shortLines(result.stderr).split('\n').some(isComplaint)) throw unreadable(result);
}

function isComplaint(line: string): boolean {
  const said = (line.startsWith(PROMPT) ? line.slice(PROMPT.length) : line).trim();
  const harmless = said.startsWith('bsdtar: ') && HARMLESS.some((words) => said.includes(words));
  return said !== '' && !harmless;
}

/** Of older ones libarchive does not verify the checksums. */
async function unpackRar5(job: EngineJob): Promise<Entry[]> {
  if ((await readHead(job.sourcePath, 8)).toString('hex') !== RAR_5) throw unreadable('no RAR 5');
  return unpackWithBsdtar(job);
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
