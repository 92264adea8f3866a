import type { Engine } from '../engines/engine.ts';
import { engineNamed } from './catalogue.ts';
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
import { byFirstAble, convertSearchable, type Way, waysOf } from './ways.ts';

/** The message of a job whose attempts have all failed. */
const GIVEN_UP = 'The conversion failed more than once. The fault is ours, unless the file is damaged.';

/** The least time between two writes of the progress, in milliseconds. */
const PROGRESS_INTERVAL = 1000;

/** How often it is checked whether a long job was deleted, in milliseconds. */
const DELETION_INTERVAL = 5000;

/** Converts long videos in chunks, beside the queues. */
export interface LongVideos {
  /** Takes over a job. @throws NotBegun */
  begin(conversion: Conversion, chunks: readonly Chunk[]): Promise<void>;
}

/** The stores and services that a job uses. */
export interface JobServices extends StorageStores {
  /** Takes over videos that take longer than one call may. @default the converter encodes them in chunks, or they fail */
  readonly longVideos?: LongVideos | undefined;
  readonly converter: Converter;
  /** @default - jobs are not counted */
  readonly meter?: JobMeter;
}

/** A job was released, since its engine did not begin it: its message has to be delivered again soon. */
export class PutBack extends Error {
  override name = 'PutBack';
  /** The deadline of the job, in milliseconds since the epoch. */
  readonly deadline: number;

  constructor(deadline: number, cause: NotBegun) {
    super('The engine did not begin the job', { cause });
    this.deadline = deadline;
  }
}

/**
 * Runs the job of a conversion, once: for a message that is delivered twice, or too late, nothing is done.
 * @returns the error that the client gets, if the job failed
 * @throws when the message has to be delivered again: PutBack, or the job is claimed by another worker, or a store failed
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
    // A conversion that was deleted meanwhile needs no error.
    if (!(await failJob(conversion, error, services))) return undefined;
    services.meter?.ended({ ...failedJob(conversion, error.code), queueWait });
    return error;
  }
  await services.files.delete(conversion.source);
  return undefined;
}

/** Releases a job that was not begun, and gives its attempt back. */
async function putBack(conversion: Conversion, error: NotBegun, { conversions }: JobServices): Promise<PutBack> {
  const { attempts = 1, deadline } = conversion;
  await conversions.putBack(conversion, error.tried ? attempts : attempts - 1);
  return new PutBack(deadline, error);
}

/** Handles a message whose job could not be claimed. */
async function refuse(id: string, services: JobServices): Promise<ConversionError | undefined> {
  const conversion = await services.conversions.find(id);
  if (conversion?.state !== 'processing') return undefined;
  const late = statusOf(conversion) === 'failed';
  // If the worker that claimed it dies, this message begins the job again.
  if (!late && (conversion.claimedUntil ?? 0) > Date.now()) throw new Error('The job is claimed by another worker');
  const error = late ? tooLate(conversion) : new ConversionError('ENGINE_FAILED', GIVEN_UP);
  if (await failJob(conversion, error, services)) services.meter?.ended(failedJob(conversion, error.code));
  return error;
}

/** The error of a job past its deadline: it was never begun, or it took too long. */
function tooLate(conversion: Conversion): ConversionError {
  return conversion.attempts ? errorOf(failureOf(conversion)) : serviceBusy('never begun before its deadline');
}

/** Converts, and tries a second time after a fault of ours that came so early that there is time for it. */
async function convertTwice(conversion: Conversion, engine: Engine, services: JobServices): Promise<ConvertedFile> {
  const started = Date.now();
  const clock = new JobClock(handingOverTime(engine) * 1000);
  try {
    return await convertInSomeWay(conversion, engine, services, clock);
  } catch (error) {
    const inTime = Date.now() - started < (engine.worker.timeout * 1000) / 2;
    if (!(error instanceof ConversionError && isPassing(error.code) && inTime)) throw error;
    return await convertInSomeWay(conversion, engine, services, clock).catch((second: unknown) => {
      throw second instanceof NotBegun ? new NotBegun(second.cause, true) : afterCrash(error, second);
    });
  } finally {
    clock.stop();
  }
}

/** Converts in the first way that is able to. */
function convertInSomeWay(
  conversion: Conversion,
  engine: Engine,
  services: JobServices,
  clock: JobClock,
): Promise<ConvertedFile> {
  return byFirstAble(waysOf(conversion, engine), (way, handsOver) =>
    convert(conversion, { ...way, handsOver }, services, clock),
  );
}

/**
 * Ends a job that is not tried again: its failure is recorded, its source deleted.
 * @returns false when it had ended already, or was deleted
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
  conversion: Conversion,
  { recogniser, engine, handsOver }: Way & Pick<ConversionJob, 'handsOver'>,
  services: JobServices,
  clock: JobClock,
): Promise<ConvertedFile> {
  const { conversions, converter } = services;
  const { id, source: key, sourceFixed, originalFilename } = conversion;
  const onProgress = atMostEvery(PROGRESS_INTERVAL, (percent) => conversions.recordProgress(id, percent));
  const source = key.startsWith(UPLOADS) && !sourceFixed ? { key, recheck: originalFilename } : { key };
  const job = { ...conversion, engine: engine.name, handsOver: handsOver === true, source, result: resultKey(id) };
  const isWanted = async () => !(await isDeleted(conversion, conversions));
  const onLong = async (seconds: number) => {
    clock.extend(seconds * 1000, isWanted, DELETION_INTERVAL);
    // For a deleted conversion this does nothing, and the clock ends it soon.
    await conversions.extend(id, Date.now() + seconds * 1000);
  };
  const options = { onProgress, onLong, signal: clock.signal };
  const run = () => {
    if (recogniser) return convertSearchable(job, { recogniser, engine }, options, services);
    const joins = engine.joins === conversion.targetFormat;
    return joins ? convertParts(job, options, { ...services, isWanted }) : converter.convert(job, options);
  };
  const outcome = await run();
  await completeJob(conversion, outcome, services);
  return outcome;
}

/** Ends a conversion in the background when its outcome is known. */
export function completeLater(conversion: Conversion, outcome: Promise<ConvertedFile>, stores: StorageStores): void {
  outcome
    .then((file) => completeJob(conversion, file, stores))
    .catch((error: unknown) => failJob(conversion, toConversionError(error), stores))
    // The stores fail: at its deadline the conversion has failed.
    .catch(() => undefined);
}

/**
 * Makes a conversion ready whose result is stored. A result that came too late is deleted.
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
  const current = await stores.conversions.find(id);
  // The slot of a deleted conversion is held until its engine has ended, so that its seconds are counted.
  if (!current) await stores.slots.release(ready);
  // Another attempt may have stored this result and made it ready.
  if (current?.state !== 'ready') await stores.files.delete(resultKey(id));
  return undefined;
}

/** Whether its account has deleted a conversion during its job. */
async function isDeleted({ id }: Conversion, conversions: StorageStores['conversions']): Promise<boolean> {
  return (await conversions.find(id)) === undefined;
}

/** Limits how often progress is written; a write that fails does not fail the job. */
function atMostEvery(interval: number, write: (percent: number) => Promise<void>): (percent: number) => void {
  let last = Date.now();
  return (percent) => {
    if (Date.now() - last < interval) return;
    last = Date.now();
    write(percent).catch(() => undefined);
  };
}
