import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ConversionError } from '../../conversion/errors.ts';
import type { FormatName } from '../../conversion/formats.ts';
import type { RunResult } from '../../sandbox/run-tool.ts';
import type { EngineJob } from '../engine.ts';
import { readHead } from '../read-head.ts';
import { shortLines } from '../short-lines.ts';
import { checkAr, checkRar, checkZip } from './check-truncation.ts';
import { collectEntries } from './collect-entries.ts';
import { nameDecoder } from './decode-names.ts';
import type { Entry } from './entry.ts';
import type { Header } from './header.ts';
import { LIMITS, tooLarge } from './limits.ts';
import { readCpio } from './read-cpio.ts';
import { readTar } from './read-tar.ts';
import { DamagedMember, passwordProtected, UnsupportedMethod, unreadable, unsupportedEncryption } from './refusals.ts';
import { relativeLink } from './relative-path.ts';
import { passwordLine, runBsdtar } from './tools.ts';
import { unpackDisc } from './unpack-disc.ts';
import { unpackDiskImage } from './unpack-disk-image.ts';
import { unpackWithSevenZip } from './unpack-with-seven-zip.ts';
import { unpackWithUnar } from './unpack-with-unar.ts';

/** Formats in which only the last of several hard links has the content. */
const LINKED_BACKWARDS: readonly FormatName[] = ['cpio', 'rpm'];
const ZIPS: readonly FormatName[] = ['zip', 'jar'];

/** The signatures of gzip and of RAR 5, in hexadecimal. */
const GZIP = '1f8b';
const RAR_5 = '526172211a070100';

/** Warnings of bsdtar that mean no loss: we normalise and decode names ourselves. */
const HARMLESS = ["Can't translate", 'Removing leading', "can't be converted", 'cannot be converted'];

/** Errors that bsdtar prints about folders in RAR 5, which have no content to extract. */
const OF_FOLDERS = ["Can't decompress an entry marked as a directory", 'Error exit delayed from previous errors'];

/** bsdtar's prompt for a password: once, and with a wrong one ten thousand times. */
const PROMPT = 'Enter passphrase:';

/** Unpacks an archive and returns its entries. */
type Unpack = (job: EngineJob) => Promise<Entry[]>;

/**
 * The tools that unpack a format, in order. libarchive keeps the most metadata; 7-Zip and The Unarchiver support more
 * compression methods. libarchive does not verify the checksums of 7z, and does not support all of ar, lha and rar; The
 * Unarchiver does not support some solid RAR.
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
  iso: [(job) => unpackDisc(job, unpackWithRelativeLinks)],
  rpm: [unpackWithRelativeLinks],
};

/**
 * Unpacks an archive and returns its entries.
 * @throws ConversionError
 */
export async function unpackArchive(job: EngineJob): Promise<Entry[]> {
  if (job.sourceFormat === 'ar' || job.sourceFormat === 'deb') checkAr(job.sourcePath);
  if (job.sourceFormat === 'rar') checkRar(job.sourcePath);
  const [first = unpackWithBsdtar, second] = TOOLS[job.sourceFormat] ?? [];
  try {
    return await first(job);
  } catch (error) {
    if (!second || !(isUnreadable(error) || error instanceof UnsupportedMethod)) throw error;
    return await second(job).catch((again: unknown) => {
      // The more specific error wins: an unsupported method, or the name of a damaged file.
      throw isUnreadable(again) && saysMore(error) ? error : again;
    });
  }
}

function saysMore(error: unknown): boolean {
  return error instanceof UnsupportedMethod || error instanceof DamagedMember;
}

function isUnreadable(error: unknown): boolean {
  return error instanceof ConversionError && error.code === 'UNREADABLE_FILE';
}

/** Unpacks an archive with bsdtar into one file with all contents. */
async function unpackWithBsdtar(job: EngineJob): Promise<Entry[]> {
  const { sourcePath, sourceFormat, folder, options } = job;
  const zipped = ZIPS.includes(sourceFormat);
  const expected = zipped ? checkZip(sourcePath, options.password !== undefined) : 0;
  const backwards = LINKED_BACKWARDS.includes(sourceFormat);
  const path = join(folder, 'unpacked');
  const gzipped = (await readHead(sourcePath, 2)).toString('hex') === GZIP;
  // Entries after a block of zeros are read as well: they are another archive, or the rest of a damaged one.
  const further = sourceFormat.startsWith('tar') ? ['--ignore-zeros'] : [];
  const args = [...further, '-cf', path, '--format', backwards ? 'newc' : 'pax', gzipped ? '@-' : `@${sourcePath}`];
  const input = gzipped ? gunzipped(sourcePath) : passwordLine(options);
  const result = await runBsdtar(args, { folder, input });
  checkOutcome(result, sourceFormat, options.password !== undefined);
  const headers = backwards ? readCpio(path) : readTar(path);
  // libarchive lists only one of several overlapping files.
  if (headers.length < expected) throw unreadable(`${headers.length} files where ${expected} are listed`);
  checkSize(headers);
  // For links in RAR, verifying would write bytes without end.
  if (sourceFormat === 'rar' && headers.some(({ type }) => type !== '0' && type !== '5'))
    throw new UnsupportedMethod('links');
  if (!readsWholeMembers(sourceFormat)) await verify(job, headers);
  return collectEntries(
    path,
    headers,
    nameDecoder(
      headers.flatMap(({ name, link }) => [name, link]),
      zipped,
    ),
  );
}

/** Decompresses gzip with Node, which verifies the checksum that libarchive ignores. */
async function* gunzipped(path: string): AsyncGenerator<Buffer> {
  try {
    yield* pipeline(createReadStream(path), createGunzip(), () => {});
  } catch (error) {
    throw unreadable(error);
  }
}

/** Whether bsdtar reads each member in full, or fails. */
function readsWholeMembers(format: FormatName): boolean {
  return format.startsWith('tar') || LINKED_BACKWARDS.includes(format);
}

/** Reads all members again: bsdtar silently writes zeros in place of what it cannot read. */
async function verify(
  { sourcePath, sourceFormat, folder, options }: EngineJob,
  headers: readonly Header[],
): Promise<void> {
  let size = 0;
  const onOutput = (bytes: Buffer) => {
    size += bytes.length;
  };
  // Of an empty file in RAR 5, libarchive 3.7.4 sometimes reads bytes without end.
  const empty = sourceFormat === 'rar' ? headers.filter(({ type, length }) => type === '0' && length === 0) : [];
  const excluded = join(folder, 'excluded');
  if (empty.length > 0) await writeFile(excluded, empty.map(exactPattern).join('\n'), 'latin1');
  const without = empty.length > 0 ? ['-X', excluded] : [];
  const result = await runBsdtar([...without, '-xOf', sourcePath], { folder, input: passwordLine(options), onOutput });
  const expected = headers.reduce((sum, { length }) => sum + length, 0);
  if ((result.exitCode !== 0 && !isOfFolders(result.stderr)) || size < expected)
    throw unreadable({ ...result, size, expected });
}

/** A pattern for this name, which cannot state the end of a line. */
function exactPattern({ name }: Header): string {
  const escaped = name.toString('latin1').replace(/[*?[\\]/g, '\\$&');
  return `^${escaped.replaceAll('\n', '?')}$`;
}

function isOfFolders(said: string): boolean {
  const lines = said.split('\n').filter((line) => line !== '');
  return lines.length > 1 && lines.every((line) => OF_FOLDERS.some((words) => line.includes(words)));
}

function checkOutcome(result: RunResult, format: FormatName, given: boolean): void {
  if (ZIPS.includes(format) && /(?:Enter passphrase:){9}/.test(result.stderr)) throw passwordProtected(given);
  if (/encrypt/i.test(result.stderr) && !ZIPS.includes(format)) throw unsupportedEncryption();
  if (result.exitCode !== 0 || shortLines(result.stderr).split('\n').some(isComplaint)) throw unreadable(result);
}

function isComplaint(line: string): boolean {
  const said = (line.startsWith(PROMPT) ? line.slice(PROMPT.length) : line).trim();
  const harmless = said.startsWith('bsdtar: ') && HARMLESS.some((words) => said.includes(words));
  return said !== '' && !harmless;
}

/** Unpacks RAR 5 with bsdtar: libarchive does not verify the checksums of older versions. */
async function unpackRar5(job: EngineJob): Promise<Entry[]> {
  if ((await readHead(job.sourcePath, 8)).toString('hex') !== RAR_5) throw unreadable('no RAR 5');
  return unpackWithBsdtar(job);
}

/** Unpacks packages and disks, whose absolute links refer to their own root. */
async function unpackWithRelativeLinks(job: EngineJob): Promise<Entry[]> {
  return (await unpackWithBsdtar(job)).map(withRelativeLink);
}

function withRelativeLink(entry: Entry): Entry {
  return entry.kind === 'link' ? { ...entry, target: relativeLink(entry.name, entry.target) } : entry;
}

/** Checks the sizes with the holes of sparse files, which the result may not have. */
function checkSize(headers: readonly Header[]): void {
  const sizes = headers.map(({ length, records }) => Math.max(length, Number(records.get('GNU.sparse.realsize') ?? 0)));
  if (sizes.reduce((sum, size) => sum + size, 0) > LIMITS.unpacked * 1_000_000) throw tooLarge('its files together');
}
