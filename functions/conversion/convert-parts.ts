import type { Engine } from '../engines/engine.ts';
import { chooseEngine } from './choose-engine.ts';
import type { ConversionJob, ConvertedFile, Converter, ConvertOptions, JobOutcome } from './converter.ts';
import { ConversionError, engineFailed, NotBegun } from './errors.ts';
import { cannotBeJoined, type ForeignPart } from './parts.ts';
import { sideBySide } from './side-by-side.ts';
import type { FileStore, StoredSource } from './stores.ts';
import { withArticle } from './with-article.ts';

/** How many parts are converted at once: on AWS each takes one of the account's concurrent executions. */
const AT_ONCE = 3;

/** How long all parts may take together, in milliseconds: joining them needs the rest of the time of a job. */
const LONGEST = 200_000;

/** The percentages of the progress at which the parts are known, and converted. */
const [KNOWN, CONVERTED] = [5, 70];

/** A job whose source holds several files. */
export interface PartsJob extends ConversionJob {
  readonly source: StoredSource;
  /** In bytes. */
  readonly sourceSize: number;
}

/** The services that a conversion in parts uses. */
export interface PartsServices {
  readonly converter: Converter;
  readonly files: Pick<FileStore, 'delete'>;
  /** Whether the conversion has not been deleted. */
  readonly isWanted: () => Promise<boolean>;
}

/**
 * Joins the files of a source. The engine that joins first extracts the parts that other engines have to convert; they lie
 * under the key of the result, one behind the other, until all are joined.
 * @throws ConversionError, which names the part that is at fault
 */
export async function convertParts(
  job: PartsJob,
  options: ConvertOptions,
  services: PartsServices,
): Promise<ConvertedFile> {
  const { converter, files } = services;
  const { parts, ...first } = await converter.convert({ ...job, parts: 'ask' }, options);
  if (!parts) return first;
  const keys = parts.map((_, index) => `${job.result}.part-${index}`);
  try {
    const made = await convertEach(parts, keys, { ...job, extracted: first.fileSize }, options, services);
    // Its format was checked in the first call.
    const source = { key: job.source.key, followedBy: keys };
    const converted = parts.map(({ place }, index) => ({ place, bytes: made[index]?.fileSize ?? 0 }));
    const joined = await converter.convert(
      { ...job, source, parts: { bytes: job.sourceSize, converted } },
      { ...options, onProgress: (percent) => options.onProgress?.(CONVERTED + ((100 - CONVERTED) * percent) / 100) },
    );
    const seconds = [first, ...made].reduce((sum, { conversionTime }) => sum + conversionTime, 0);
    return { ...joined, conversionTime: seconds + joined.conversionTime };
  } catch (error) {
    await files.delete(job.result);
    throw error;
  } finally {
    await Promise.all(keys.map((key) => files.delete(key)));
  }
}

async function convertEach(
  parts: readonly ForeignPart[],
  keys: readonly string[],
  job: PartsJob & { readonly extracted: number },
  { onProgress, signal }: ConvertOptions,
  { converter, isWanted }: PartsServices,
): Promise<JobOutcome[]> {
  const engines = parts.map((part) => engineFor(part, job));
  const ranges = rangesOf(parts, job.extracted);
  const late = AbortSignal.timeout(LONGEST);
  let done = 0;
  const convertOne = async (part: ForeignPart, index: number, ended: AbortSignal) => {
    if (!(await isWanted())) throw engineFailed('the conversion was deleted');
    const order: ConversionJob = {
      ...(job.id && { id: job.id }),
      originalFormat: part.format,
      targetFormat: job.targetFormat,
      quality: job.quality,
      options: {},
      secrets: {},
      engine: engines[index]?.name ?? '',
      account: job.account,
      // The engine detects the format of a part itself, since another engine named it.
      source: { key: job.result, range: ranges[index], recheck: part.name },
      result: keys[index] ?? '',
    };
    const made = await converter.convert(order, { signal: ended }).catch((error: unknown) => {
      throw explain(part, error, late.aborted);
    });
    if (made.resultFormat !== job.targetFormat) throw engineFailed(`a part became ${made.resultFormat}`);
    done += 1;
    onProgress?.(KNOWN + ((CONVERTED - KNOWN) * done) / parts.length);
    return made;
  };
  return sideBySide(parts, { atOnce: AT_ONCE, signal: signal ? AbortSignal.any([signal, late]) : late }, convertOne);
}

function engineFor(part: ForeignPart, { targetFormat }: PartsJob): Engine {
  try {
    return chooseEngine(part.format, targetFormat);
  } catch (error) {
    const message = `it is ${withArticle(part.format)} file, which cannot be converted to ${targetFormat}.`;
    throw cannotBeJoined(part, new ConversionError('UNSUPPORTED_CONVERSION', message, { cause: error }));
  }
}

/** The byte range of each part. @throws ConversionError ENGINE_FAILED when their sizes do not add up to the file's */
function rangesOf(parts: readonly ForeignPart[], size: number): { readonly first: number; readonly last: number }[] {
  let first = 0;
  const ranges = parts.map(({ bytes }) => {
    const range = { first, last: first + bytes - 1 };
    first += bytes;
    return range;
  });
  if (first !== size) throw engineFailed('the parts that an engine reported do not fill its result');
  return ranges;
}

function explain(part: ForeignPart, error: unknown, late: boolean): unknown {
  const tooLong = 'The files need more time than one conversion may use. Join them in several steps.';
  if (late) return new ConversionError('TOO_COMPLEX', tooLong, { cause: error });
  return error instanceof ConversionError && !(error instanceof NotBegun) ? cannotBeJoined(part, error) : error;
}
