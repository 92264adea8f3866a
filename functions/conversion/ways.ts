import type { Engine } from '../engines/engine.ts';
import { converts, readerFor } from './catalogue.ts';
import { successorOf } from './choose-engine.ts';
import type { Conversion } from './conversion.ts';
import type { ConversionJob, ConvertedFile, Converter, ConvertOptions } from './converter.ts';
import { ConversionError } from './errors.ts';
import type { FileStore } from './stores.ts';

/** A way to convert a file: by an engine, or by one that reads what another has made searchable. */
export interface Way {
  /** The engine that puts recognised text behind the pages of a PDF file first. @default the file is read as it is */
  readonly recogniser?: Engine;
  readonly engine: Engine;
}

/** The share of the progress after which the pages of a scan are recognised. */
const RECOGNISED = 0.8;

/**
 * The ways to convert a file, in the order in which they are tried: each is for files that those before it refuse with
 * UNSUPPORTED_CONVERSION, or that have more pages than can be recognised. The last one for these keeps pages as pictures.
 */
export function waysOf(
  conversion: Pick<Conversion, 'originalFormat' | 'targetFormat' | 'options' | 'secrets'>,
  engine: Engine,
): readonly [Way, ...Way[]] {
  const { originalFormat, targetFormat, options } = conversion;
  const reader = readerFor(engine, targetFormat);
  if (reader) {
    const readsItself = options.ocr !== 'force' && converts(reader, originalFormat, targetFormat);
    return [{ recogniser: engine, engine: reader }, ...(readsItself ? [{ engine: reader }] : [])];
  }
  const successor = successorOf(conversion, engine);
  if (!successor) return [{ engine }];
  const later = readerFor(successor, targetFormat);
  return [{ engine }, ...(later ? [{ recogniser: successor, engine: later }, { engine }] : [{ engine: successor }])];
}

/** Tries ways one after the other, until one is able. What is too complex to be recognised is so, unless a later way is able. */
export async function byFirstAble<T>(
  [first, ...others]: readonly [Way, ...Way[]],
  convert: (way: Way, handsOver: boolean) => Promise<T>,
): Promise<T> {
  const [next, ...further] = others;
  try {
    return await convert(first, next !== undefined);
  } catch (error) {
    const code = error instanceof ConversionError ? error.code : undefined;
    const tooComplex = first.recogniser !== undefined && code === 'TOO_COMPLEX';
    if (!next || !(tooComplex || code === 'UNSUPPORTED_CONVERSION')) throw error;
    return byFirstAble([next, ...further], convert).catch((later: unknown) => {
      throw tooComplex ? error : later;
    });
  }
}

/** The orders of a way by a searchable file: the first makes it, and the second reads it, which is not encrypted. */
export function searchableOrders<Job extends ConversionJob>(
  job: Job,
  { recogniser, engine }: Required<Way>,
): [recognise: Job, read: Job] {
  const { language, ocr } = job.options;
  const options = { ocr: ocr === 'force' ? ocr : 'auto', ...(language !== undefined && { language }) };
  return [
    { ...job, engine: recogniser.name, targetFormat: 'pdf', quality: 'high', options, handsOver: false },
    { ...job, engine: engine.name, originalFormat: 'pdf', secrets: {}, handsOver: false },
  ];
}

/** Converts by a searchable file, which lies beside the result until it is read. */
export async function convertSearchable(
  job: ConversionJob,
  way: Required<Way>,
  { onProgress, ...options }: ConvertOptions,
  { converter, files }: { readonly converter: Converter; readonly files: Pick<FileStore, 'delete'> },
): Promise<ConvertedFile> {
  const key = `${job.result}.part-0`;
  const [recognise, read] = searchableOrders(job, way);
  const within = (from: number, to: number) => ({
    ...options,
    onProgress: (percent: number) => onProgress?.(from * 100 + (to - from) * percent),
  });
  try {
    const made = await converter.convert({ ...recognise, result: key }, within(0, RECOGNISED));
    const outcome = await converter.convert({ ...read, source: { key } }, within(RECOGNISED, 1));
    return { ...outcome, conversionTime: made.conversionTime + outcome.conversionTime };
  } finally {
    await files.delete(key);
  }
}
