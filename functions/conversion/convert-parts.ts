import type { Engine } from '../engines/engine.ts';
import { chooseEngine } from './choose-engine.ts';
import type { ConversionJob, ConvertedFile, Converter, ConvertOptions, JobOutcome } from './converter.ts';
import { ConversionError, engineFailed, NotBegun } from './errors.ts';
import { cannotBeJoined, type ForeignPart } from './parts.ts';
import { sideBySide } from './side-by-side.ts';
import type { FileStore, StoredSource } from './stores.ts';
import { withArticle } from './with-article.ts';

/** Parts that are converted at once: on AWS each holds one of the calls that the account may have under way. */
const AT_ONCE = 3;

/** How long all parts may take together, in milliseconds: what joins them needs the rest of the time of a job. */
const LONGEST = 200_000;

/** The shares of the progress at whose end the parts are known, and converted. */
const [KNOWN, CONVERTED] = [5, 70];

/** A job whose source holds several files. */
export interface PartsJob extends ConversionJob {
  readonly source: StoredSource;
  /** In bytes. */
  readonly sourceSize: number;
}

/** Who does the work. */
export interface PartsServices {
  readonly converter: Converter;
  readonly files: Pick<FileStore, 'delete'>;
  /** Whether anybody still wants the result. */
  readonly isWanted: () => Promise<boolean>;
}

/**
 * Has an engine join files, and before that each of them converted that it names, by the engine that does so. Until all is
 * joined, what the engine takes out of the source lies where the result is to lie.
 * @throws ConversionError; of a part with its place and name
 */
export async function convertParts(
  job: PartsJob,
  options: ConvertOptions,
  services: PartsServices,
): Promise<ConvertedFile> {
  const { converter, files } = services;
  const { parts, ...asked } = await converter.convert({ ...job, parts: 'ask' }, options);
  if (!parts) return asked;
  const keys = parts.map((_, index) => `${job.result}.part-${index}`);
  try {
    const made = await convertEach(parts, keys, { ...job, taken: asked.fileSize }, options, services);
    // The source has been looked at.
    const source = { key: job.source.key, followedBy: keys };
    const converted = parts.map(({ place }, index) => ({ place, bytes: made[index]?.fileSize ?? 0 }));
    const joined = await converter.convert(
      { ...job, source, parts: { bytes: job.sourceSize, converted } },
      { ...options, onProgress: (percent) => options.onProgress?.(CONVERTED + ((100 - CONVERTED) * percent) / 100) },
    );
    const seconds = [asked, ...made].reduce((sum, { conversionTime }) => sum + conversionTime, 0);
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
  job: PartsJob & { readonly taken: number },
  { onProgress, signal, onCalled }: ConvertOptions,
  { converter, isWanted }: PartsServices,
): Promise<JobOutcome[]> {
  const engines = parts.map((part) => engineFor(part, job));
  const ranges = rangesOf(parts, job.taken);
  const late = AbortSignal.timeout(LONGEST);
  let done = 0;
  const convertOne = async (part: ForeignPart, index: number, ended: AbortSignal) => {
    if (!(await isWanted())) throw engineFailed('nobody wants it any more');
    const order: ConversionJob = {
      originalFormat: part.format,
      targetFormat: job.targetFormat,
      quality: job.quality,
      options: {},
      secrets: {},
      engine: engines[index]?.name ?? '',
      account: job.account,
      // The engine looks once more at what it gets.
      source: { key: job.result, range: ranges[index], recheck: part.name },
      result: keys[index] ?? '',
    };
    const made = await converter.convert(order, { signal: ended, onCalled }).catch((error: unknown) => {
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

/** Where each part lies behind those before it. @throws Error where there is not so much */
function rangesOf(parts: readonly ForeignPart[], size: number): { readonly first: number; readonly last: number }[] {
  let first = 0;
  const ranges = parts.map(({ bytes }) => {
    const range = { first, last: first + bytes - 1 };
    first += bytes;
    return range;
  });
  if (first !== size) throw engineFailed('an engine named parts that it has not given');
  return ranges;
}

function explain(part: ForeignPart, error: unknown, late: boolean): unknown {
  const tooLong = 'The files need more time than one conversion may use. Join them in several steps.';
  if (late) return new ConversionError('TOO_COMPLEX', tooLong, { cause: error });
  return error instanceof ConversionError && !(error instanceof NotBegun) ? cannotBeJoined(part, error) : error;
}
