import { fileTypeFromBuffer } from 'file-type';
import { ConversionError } from '../conversion/errors.ts';
import { describeFormat, type FormatName, findFormat, formatOfFilename } from '../conversion/formats.ts';
import { detectArchive, detectContainer } from './detect-archive.ts';
import { detectDocument } from './detect-document.ts';
import { detectEbook } from './detect-ebook.ts';
import { detectFont } from './detect-font.ts';
import { detectMail } from './detect-mail.ts';
import { detectMedia } from './detect-media.ts';
import { detectModel } from './detect-model.ts';
import { detectPicture } from './detect-picture.ts';
import { detectRaster } from './detect-raster.ts';
import { detectRaw } from './detect-raw.ts';
import { detectSigned } from './detect-signed.ts';
import { DETECTION_BYTES } from './detection-bytes.ts';
import { isTextual } from './document-text.ts';
import { type Detect, type FileTypeGuess, Sample } from './sample.ts';

/** Our own rules, the surest first; where none applies, the result of file-type counts. */
const RULES: readonly Detect[] = [
  detectEbook,
  detectArchive,
  detectSigned,
  detectRaw,
  detectFont,
  detectModel,
  detectRaster,
  detectPicture,
  detectMail,
  detectMedia,
  detectDocument,
  detectContainer,
];

/** Signatures of containers whose content our own rules inspect. */
const CONTAINERS: readonly (readonly [beginning: string, guess: FileTypeGuess])[] = [
  ['504b0304', { ext: 'zip', mime: 'application/zip' }],
  ['504b0506', { ext: 'zip', mime: 'application/zip' }],
  ['504b0708', { ext: 'zip', mime: 'application/zip' }],
  ['1f8b08', { ext: 'gz', mime: 'application/gzip' }],
  ['d0cf11e0a1b11ae1', { ext: 'cfb', mime: 'application/x-cfb' }],
];

/** Signatures of e-books that are not supported. */
const UNSUPPORTED_BOOKS: readonly (readonly [beginning: string, name: string])[] = [
  [Buffer.from('TPZ').toString('hex'), 'Topaz'],
  [`${Buffer.from('CONT').toString('hex')}0200`, 'KFX'],
  [`ea${Buffer.from('DRMION').toString('hex')}ee`, 'KFX, encrypted'],
];

/** Advice for formats that clients ask for and that no tool here renders correctly. */
const ADVICE: Readonly<Record<string, string>> = { xcf: ' Export it from GIMP as PNG, or as PSD with its layers.' };

/** EBU STL subtitles, which no engine supports: code page and frame rate at the beginning of the GSI block (EBU Tech 3264). */
const EBU_SUBTITLES = /^(?:437|850|860|863|865)STL\d\d\.01/;

/** Sound that may begin within a frame, without a signature: the name decides. */
const SIGNATURELESS: readonly (FormatName | undefined)[] = ['mp3', 'mp2'];

/** The bytes that file-type needs; only behind ID3 tags it needs more. */
const SIGNATURE_BYTES = 64 * 1024;

/** Results of file-type that text may cause. */
const TEXTS: readonly string[] = ['xml', 'bz2', 'aif'];

/** Results that two or three letters cause, as of BMI and GIFTS, unless binary data follow. */
const LETTERS: readonly string[] = ['bmp', 'exe', 'gif', 'swf'];
const WORDS = /^[\t\n\r\x20-\x7e\x80-\xff]{16,64}$/;
const WORDS_BYTES = 64;

/**
 * Detects the format of a file by its content, in this thread; the name decides only where the content cannot.
 * Only for processes with a time limit: all others call `detectFormat`.
 * @param beginning the first `DETECTION_BYTES` of the file, or all of it
 * @throws ConversionError UNKNOWN_FORMAT; UNREADABLE_FILE where the name claims a binary format, and the content is text
 */
export async function detectByRules(beginning: Uint8Array, filename: string): Promise<FormatName> {
  const head = beginning.subarray(0, DETECTION_BYTES);
  const sample = new Sample(head, filename, await guessFileType(head));
  refuseEbuSubtitles(sample.head);
  for (const detect of RULES) {
    const format = detect(sample);
    if (format) return format === 'txt' ? plainText(formatOfFilename(filename)) : format;
  }
  const format = sample.guess ? findFormat(sample.guess.ext) : formatOfFilename(filename);
  if (format && (sample.guess || SIGNATURELESS.includes(format))) return format;
  throw new ConversionError('UNKNOWN_FORMAT', whyUnknown(sample));
}

/** Refuses EBU STL before all rules, as models share the extension, and spaces may be read as a number of triangles. */
function refuseEbuSubtitles(head: Buffer): void {
  if (!EBU_SUBTITLES.test(head.toString('latin1', 0, 11))) return;
  throw new ConversionError('UNKNOWN_FORMAT', 'The file holds EBU STL subtitles, which this service does not read.');
}

function whyUnknown({ head, guess }: Sample): string {
  if (guess)
    return `The content of the file looks like ${guess.ext}, which this service does not read.${ADVICE[guess.ext] ?? ''}`;
  const start = head.toString('hex', 0, 8);
  const book = UNSUPPORTED_BOOKS.find(([beginning]) => start.startsWith(beginning))?.[1];
  if (book) return `The file is a Kindle book of the format ${book}, which this service does not read.`;
  return 'The content of the file is of no format that this service knows.';
}

/** Plain text, unless the name claims a binary format. */
function plainText(claimed: FormatName | undefined): FormatName {
  if (claimed === undefined || isTextual(claimed)) return 'txt';
  throw new ConversionError(
    'UNREADABLE_FILE',
    `The name of the file says ${claimed} (${describeFormat(claimed).description}), but its content is plain text.`,
  );
}

async function guessFileType(head: Uint8Array): Promise<FileTypeGuess | undefined> {
  const start = Buffer.from(head.subarray(0, 8)).toString('hex');
  const container = CONTAINERS.find(([beginning]) => start.startsWith(beginning));
  if (container) return container[1];
  const tagged = start.startsWith(Buffer.from('ID3').toString('hex'));
  const guess = await fileTypeFromBuffer(tagged ? head : head.subarray(0, SIGNATURE_BYTES)).catch(() => undefined);
  if (!guess || TEXTS.includes(guess.ext)) return undefined;
  return LETTERS.includes(guess.ext) && isWords(head) ? undefined : guess;
}

function isWords(head: Uint8Array): boolean {
  return WORDS.test(Buffer.from(head.subarray(0, WORDS_BYTES)).toString('latin1'));
}
