import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FormatName } from '../../conversion/formats.ts';
import { detectByRules } from '../../detection/detect-by-rules.ts';
import { DETECTION_BYTES } from '../../detection/detection-bytes.ts';
import type { EngineJob, EngineResult } from '../engine.ts';
import { decodeHtml, decodePlain } from '../office/text-encoding.ts';
import { ByteReader } from '../read/byte-reader.ts';
import { inspect } from '../read/inspect.ts';
import { isTruncated } from '../read/is-truncated.ts';
import { readHead } from '../read-head.ts';
import { unreadableAs } from '../refusals.ts';
import { runCalibre } from './run-calibre.ts';

const damaged = unreadableAs('The book is damaged or incomplete, and cannot be read.');

const PALM_DATABASES: readonly FormatName[] = ['mobi', 'azw3', 'pdb'];

/** Options of calibre, named as on its command line, with underscores. */
type CalibreOptions = Readonly<Record<string, string | boolean>>;

/** A book without a cover gets none. */
const OF_TARGET: Partial<Record<FormatName, CalibreOptions>> = {
  epub: { no_default_epub_cover: true },
  // The type of Palm book that keeps headings, links and pictures.
  pdb: { format: 'ereader' },
};

/** Calibre gets every text as UTF-8. */
const OF_TEXT: CalibreOptions = { input_encoding: 'utf-8' };
const OF_SOURCE: Partial<Record<FormatName, CalibreOptions>> = {
  html: OF_TEXT,
  txt: { ...OF_TEXT, formatting_type: 'plain' },
  md: { ...OF_TEXT, formatting_type: 'markdown' },
};

/**
 * Converts a book. Calibre chooses its reader by the extension, which is that of the detected format.
 * @throws ConversionError UNREADABLE_FILE, PASSWORD_PROTECTED, TOO_COMPLEX, UNSUPPORTED_CONVERSION
 */
export async function convertBook(job: EngineJob): Promise<EngineResult> {
  const { sourcePath, sourceFormat, targetFormat, folder } = job;
  checkBook(sourcePath, sourceFormat);
  const [input, output, work] = ['in', 'out', 'work'].map((name) => join(folder, name)) as [string, string, string];
  // Calibre reads what lies beside an HTML page, so the source lies alone.
  await Promise.all([mkdir(input), mkdir(output), mkdir(work)]);
  const source = join(input, `source.${sourceFormat}`);
  const target = join(output, `result.${targetFormat}`);
  await placeSource(job, source);
  const options = { ...OF_SOURCE[sourceFormat], ...OF_TARGET[targetFormat] };
  await runCalibre(source, [target, JSON.stringify(options)], work);
  await checkResult(target, targetFormat);
  return { path: target, format: targetFormat };
}

/**
 * Refuses books of which a part is missing, by their directory alone: calibre converts half a book without an error.
 * @throws ConversionError UNREADABLE_FILE
 */
function checkBook(path: string, format: FormatName): void {
  const whole = PALM_DATABASES.includes(format) ? isWholePalmDatabase(path) : !isTruncated(path, format);
  if (!whole) throw damaged('not whole');
}

/** Whether the offsets of the records ascend, and lie within the file. */
function isWholePalmDatabase(path: string): boolean {
  return inspect(path, (read, size) => {
    const book = new ByteReader(read, size, damaged);
    const [header, entry] = [78, 8];
    const count = book.u16be(76);
    const list = ByteReader.of(book.bytes(header, count * entry), damaged);
    let last = header + count * entry - 1;
    for (let at = 0; at < list.size; at += entry) {
      const offset = list.u32be(at);
      if (offset < last || offset > book.size) return false;
      last = offset;
    }
    return count > 0;
  });
}

async function placeSource({ sourcePath, sourceFormat }: EngineJob, target: string): Promise<void> {
  if (!OF_SOURCE[sourceFormat]) return copyFile(sourcePath, target);
  const bytes = await readFile(sourcePath);
  await writeFile(target, sourceFormat === 'html' ? decodeHtml(bytes) : decodePlain(bytes));
}

/** Texts have no signature. */
const TEXTS: readonly FormatName[] = ['txt', 'html'];

/**
 * Checks that the result is of the target format; the host checks that it is not empty.
 * @throws Error when it is not: a fault of ours
 */
async function checkResult(path: string, format: FormatName): Promise<void> {
  if (TEXTS.includes(format)) return;
  const made = await detectByRules(await readHead(path, DETECTION_BYTES), `result.${format}`);
  if (made !== format) throw new Error(`calibre made ${made} and not ${format}`);
}
