import { ConversionError } from '../../conversion/errors.ts';
import { CompoundFile, type ReadBytes } from '../../detection/document-compound.ts';
import { readZipText } from '../../detection/document-zip.ts';
import type { EngineJob } from '../engine.ts';
import { inspect } from '../read/inspect.ts';
import { DECRYPTABLE } from './families.ts';

/**
 * The error for a source that only a password opens.
 * @param job the job, where it could have a password
 */
export function passwordProtected(cause: unknown, job?: Pick<EngineJob, 'sourceFormat' | 'options'>): ConversionError {
  return new ConversionError('PASSWORD_PROTECTED', adviceFor(job), { cause });
}

function adviceFor(job: Pick<EngineJob, 'sourceFormat' | 'options'> | undefined): string {
  if (!job || !DECRYPTABLE.includes(job.sourceFormat))
    return 'The document is protected by a password. Remove the password and try again.';
  if (job.options.password === undefined)
    return 'The document is protected by a password. Give it as the option "password", or remove it and try again.';
  return 'The password is wrong: the document does not open with it.';
}

/**
 * Whether a document that could not be opened is encrypted. LibreOffice does not report it, and some encrypted files open
 * without a password (Office encrypts read-only files with a known one), so this is checked afterwards.
 */
export function isEncrypted(path: string): boolean {
  return inspect(path, (read, size) => {
    const compound = CompoundFile.open(read);
    return compound ? isEncryptedCompound(compound) : isEncryptedZip(read, size);
  });
}

function isEncryptedCompound(file: CompoundFile): boolean {
  if (file.has('EncryptedPackage')) return true;
  if (file.has('WordDocument')) return isEncryptedWord(file.beginning('WordDocument', 32));
  if (file.has('PowerPoint Document')) return isEncryptedSlides(file);
  return ['Workbook', 'Book'].some((name) => isEncryptedWorkbook(file.beginning(name, 8192)));
}

/** The flag fEncrypted of the file information block (MS-DOC 2.5.2). */
function isEncryptedWord(beginning: Buffer): boolean {
  return beginning.length >= 12 && (beginning.readUInt16LE(10) & 0x0100) !== 0;
}

/** The largest stream of slides in which encryption is looked for, in bytes. */
const LARGEST_SLIDES = 100_000_000;

/**
 * The token of an encrypted document in the atom of the current user, or a reference to the session of its encryption in that
 * of the last edit, which makes it longer (MS-PPT 2.3.2, 2.3.3).
 */
function isEncryptedSlides(file: CompoundFile): boolean {
  const user = file.beginning('Current User', 20);
  if (file.has('EncryptedSummary') || (user.length >= 16 && user.readUInt32LE(12) === 0xf3d1c4df)) return true;
  const edit = user.length >= 20 ? user.readUInt32LE(16) : LARGEST_SLIDES;
  if (edit >= LARGEST_SLIDES) return false;
  const atom = file.beginning('PowerPoint Document', edit + 8).subarray(edit);
  return atom.length >= 8 && atom.readUInt32LE(4) === 0x20;
}

/** A FilePass record among the first of the workbook (MS-XLS 2.4.117). */
function isEncryptedWorkbook(beginning: Buffer): boolean {
  for (let at = 0; at + 4 <= beginning.length; at += 4 + beginning.readUInt16LE(at + 2)) {
    if (beginning.readUInt16LE(at) === 0x2f) return true;
  }
  return false;
}

/** OpenDocument files list how each of their parts is encrypted. */
function isEncryptedZip(read: ReadBytes, size: number): boolean {
  const text = (name: string) => readZipText(read, size, name);
  return /<(?:\w+:)?encryption-data\b/.test(text('META-INF/manifest.xml') ?? '') || isEncryptedByApple(text);
}

/** Apple's documents hold a password verifier; in the older ones only the XML is missing. */
function isEncryptedByApple(text: (name: string) => string | undefined): boolean {
  if (text('.iwpv2') !== undefined || text('.iwph') !== undefined) return true;
  if (text('buildVersionHistory.plist') === undefined) return false;
  return ['index.xml', 'index.apxl'].every((name) => !text(name)?.startsWith('<?xml'));
}
