import type { Engine } from '../engines/engine.ts';
import { engineNamed } from './catalogue.ts';
import { successorOf } from './choose-engine.ts';
import { type Chunk, LongVideo } from './chunks.ts';
import { type Conversion, errorOf, failureOf, LINK_LIFETIME, resultKey, statusOf, UPLOADS } from './conversion.ts';
import { announceEnd } from './conversion-ends.ts';
import { convertParts } from './convert-parts.ts';
import type { ConversionJob, ConvertedFile, Converter } from './converter.ts';
import { afterCrash } from './crashes.ts';
import { ConversionError, isPassing, NotBegun, serviceBusy, toConversionError } from './errors.ts';
import { JobClock } from './job-clock.ts';
import { doneJob, failedJob, type JobMeter } from './job-meter.ts';
import { ATTEMPTS, attemptTime, handingOverTime } from './job-times.ts';
import type { StorageStores } from './stores.ts';

/** The error of a job that no attempt survived. */
export const GIVEN_UP = 'The conversion failed more than once. The fault is ours, unless the file is damaged.';

/** The least time between two writes of the progress, in milliseconds. */
const PROGRESS_INTERVAL = 1000;

/** How often a long job is checked for whether it was deleted, in milliseconds. */
const STILL_WANTED_INTERVAL = 5000;

/** Converts long videos in chunks, beside the queues. */
export interface LongVideos {
  /** Takes over a job: who calls has nothing more to do with it. @throws NotBegun */
  begin(conversion: Conversion, chunks: readonly Chunk[]): Promise<void>;
}

/** What a job needs. */
export interface JobServices extends StorageStores {
  /** Who takes over videos that take longer than one call may. @default the converter does them itself, or nobody */
  readonly longVideos?: LongVideos | undefined;
  readonly converter: Converter;
  /** @default - nobody counts */
  readonly meter?: JobMeter;
  /** Told of each call of an engine function, by what its log knows it. @default - nobody */
  readonly onCalled?: (engine: string, requestId: string) => void;
}

/** A job was put back, since its engine did not begin it: its message has to come back soon. */
export class PutBack extends Error {
  override name = 'PutBack';
  /** Of the job, in milliseconds since the epoch. */
  readonly deadline: number;

  constructor(deadline: number, cause: NotBegun) {
    super('The engine did not begin the job', { cause });
    this.deadline = deadline;
  }
}

/**
 * Does the job of a conversion, once: a message that comes twice, or too late, finds nothing to do.
 * @returns the error that the client got, if the job is finished with one
 * @throws when the message has to come back: a PutBack, or the job is in other hands, or the stores are in trouble
 */
export async function performJob(id: string, services: JobServices): Promise<ConversionError | undefined> {
  const known = await services.conversions.find(id);
  if (!known) return undefined;
  const engine = engineNamed(known.engine);
  const until = Date.now() + attemptTime(engine) * 1000;
  const conversion = await services.conversions.claim(id, until, ATTEMPTS);
  if (!conversion) return refuse(id, services);
  const queueWait = (Date.now() - conversion.createdAt) / 1000;
  try {
    const outcome = await convertTwice(conversion, engine, services).catch((error: unknown) => {
      if (error instanceof LongVideo && services.longVideos) return services.longVideos.begin(conversion, error.chunks);
      throw error;
    });
    if (!outcome) return undefined;
    services.meter?.ended(doneJob(conversion, outcome, queueWait));
  } catch (error) {
    if (error instanceof NotBegun) throw await putBack(conversion, error, services);
    if (!(error instanceof ConversionError)) throw error;
    // One that was deleted meanwhile has nobody who waits for it.
    if (!(await failJob(conversion, error, services))) return undefined;
    services.meter?.ended({ ...failedJob(conversion, error.code), queueWait });
    return error;
  }
  await services.files.delete(conversion.source);
  return undefined;
}

/** Has a job that was not begun cost no attempt. */
async function putBack(conversion: Conversion, error: NotBegun, { conversions }: JobServices): Promise<PutBack> {
  const { attempts = 1, deadline } = conversion;
  await conversions.putBack(conversion, error.tried ? attempts : attempts - 1);
  return new PutBack(deadline, error);
}

/** What becomes of a message whose job could not be begun. */
async function refuse(id: string, services: JobServices): Promise<ConversionError | undefined> {
  const conversion = await services.conversions.find(id);
  if (conversion?.state !== 'processing') return undefined;
  const late = statusOf(conversion) === 'failed';
  // If the worker that claimed it dies, this message brings the job back.
  if (!late && (conversion.claimedUntil ?? 0) > Date.now()) throw new Error('The job is in other hands');
  const error = late ? tooLate(conversion) : new ConversionError('ENGINE_FAILED', GIVEN_UP);
  if (await failJob(conversion, error, services)) services.meter?.ended(failedJob(conversion, error.code));
  return error;
}

/** The error of a job past its deadline: it was never begun, or it took too long. */
function tooLate(conversion: Conversion): ConversionError {
  return conversion.attempts ? errorOf(failureOf(conversion)) : serviceBusy('never begun before its deadline');
}

/** Tries once more what failed by no fault of the file, if it failed so early that there is time for it. */
async function convertTwice(conversion: Conversion, engine: Engine, services: JobServices): Promise<ConvertedFile> {
  const started = Date.now();
  const clock = new JobClock(handingOverTime(engine) * 1000);
  try {
    return await convertOrHandOver(conversion, engine, services, clock);
  } catch (error) {
    const inTime = Date.now() - started < (engine.worker.timeout * 1000) / 2;
    if (!(error instanceof ConversionError && isPassing(error.code) && inTime)) throw error;
    return await convertOrHandOver(conversion, engine, services, clock).catch((second: unknown) => {
      throw second instanceof NotBegun ? new NotBegun(second.cause, true) : afterCrash(error, second);
    });
  } finally {
    clock.stop();
  }
}

/** Has the engine convert, and its successor what it finds nothing in to work on. That is seen early. */
async function convertOrHandOver(
  conversion: Conversion,
  engine: Engine,
  services: JobServices,
  clock: JobClock,
): Promise<ConvertedFile> {
  const successor = successorOf(conversion, engine);
  try {
    return await convert({ ...conversion, handsOver: successor !== undefined }, services, clock);
  } catch (error) {
    if (!successor || !(error instanceof ConversionError && error.code === 'UNSUPPORTED_CONVERSION')) throw error;
    return convert({ ...conversion, engine: successor.name }, services, clock);
  }
}

/**
 * Ends a job that nobody will try again: its failure is recorded, its source deleted.
 * @returns false when there is nothing to end (any more)
 */
export async function failJob(
  conversion: Conversion,
  { code, message }: Pick<ConversionError, 'code' | 'message'>,
  { conversions, files, slots }: StorageStores,
): Promise<boolean> {
  if (!(await conversions.fail(conversion.id, { code, message }))) {
    if (await isDeleted(conversion, conversions)) await slots.release({ ...conversion, state: 'failed' });
    return false;
  }
  await slots.release({ ...conversion, state: 'failed' });
  announceEnd(conversion.id);
  await files.delete(conversion.source);
  await conversions.forgetFiles(conversion.id);
  return true;
}

async function convert(
  conversion: Conversion & Pick<ConversionJob, 'handsOver'>,
  services: JobServices,
  clock: JobClock,
): Promise<ConvertedFile> {
  const { conversions, converter } = services;
  const { id, source: key, sourceFixed, originalFilename } = conversion;
  const onProgress = atMostEvery(PROGRESS_INTERVAL, (percent) => conversions.recordProgress(id, percent));
  const source = key.startsWith(UPLOADS) && !sourceFixed ? { key, recheck: originalFilename } : { key };
  const job = { ...conversion, source, result: resultKey(id) };
  const isWanted = async () => (await conversions.find(id)) !== undefined;
  const onLong = async (seconds: number) => {
    clock.extend(seconds * 1000, isWanted, STILL_WANTED_INTERVAL);
    // One that was deleted ends soon.
    await conversions.extend(id, Date.now() + seconds * 1000);
  };
  const options = { onProgress, onCalled: services.onCalled, onLong, signal: clock.signal };
  const outcome = await (engineNamed(conversion.engine).joins === conversion.targetFormat
    ? convertParts(job, options, { ...services, isWanted })
    : converter.convert(job, options));
  await completeJob(conversion, outcome, services);
  return outcome;
}

/** Ends a conversion that goes on in this process, when it is done; nobody waits for that. */
export function completeLater(conversion: Conversion, outcome: Promise<ConvertedFile>, stores: StorageStores): void {
  outcome
    .then((file) => completeJob(conversion, file, stores))
    .catch((error: unknown) => failJob(conversion, toConversionError(error), stores))
    // The stores are gone: at its deadline the conversion has failed.
    .catch(() => undefined);
}

/**
 * Makes a conversion ready whose result is stored. One that came too late is deleted.
 * @returns the record, or undefined when it came too late
 */
export async function completeJob(
  conversion: Conversion,
  outcome: ConvertedFile,
  stores: Pick<StorageStores, 'conversions' | 'files' | 'slots'>,
): Promise<Conversion | undefined> {
  const { id } = conversion;
  const ready: Conversion = { ...conversion, ...outcome, state: 'ready', expiresAt: Date.now() + LINK_LIFETIME };
  const completed = await stores.conversions.complete(id, { ...outcome, expiresAt: ready.expiresAt });
  if (completed) await stores.slots.release(ready);
  announceEnd(id);
  if (completed) return ready;
  // The place of one that was deleted is held until its engine has ended, and its seconds are counted.
  if (await isDeleted(conversion, stores.conversions)) await stores.slots.release(ready);
  await deleteUnwanted(id, stores);
  return undefined;
}

/** Whether its account has deleted a conversion during its job. */
async function isDeleted({ id }: Conversion, conversions: StorageStores['conversions']): Promise<boolean> {
  return (await conversions.find(id)) === undefined;
}

/** A result that came too late. One that another attempt has made ready is not ours to delete. */
async function deleteUnwanted(
  id: string,
  { conversions, files }: Pick<StorageStores, 'conversions' | 'files'>,
): Promise<void> {
  const conversion = await conversions.find(id);
  if (conversion?.state !== 'ready') await files.delete(resultKey(id));
}

/** Progress is a courtesy: it is written seldom, and failing to write it fails nothing. */
function atMostEvery(interval: number, write: (percent: number) => Promise<void>): (percent: number) => void {
  let last = Date.now();
  return (percent) => {
    if (Date.now() - last < interval) return;
    last = Date.now();
    write(percent).catch(() => undefined);
  };
}
