import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { checkSource } from '../engines/check-source.ts';
import type { Engine } from '../engines/engine.ts';
import { runConversion } from '../engines/run-conversion.ts';
import { withScratchFolder } from '../sandbox/scratch.ts';
import { engineNamed } from './catalogue.ts';
import { type Conversion, LINK_LIFETIME, resultKey, statusOf } from './conversion.ts';
import { ConversionError, isPassing } from './errors.ts';
import { describeFormat } from './formats.ts';
import { ATTEMPTS, attemptTime } from './job-times.ts';
import type { StorageStores } from './stores.ts';

/** What the client is told of a job that no worker survived. */
export const GIVEN_UP = 'The conversion failed more than once. The fault is ours, unless the file is damaged.';

/** The least time between two notes of progress, in milliseconds. */
const PROGRESS_INTERVAL = 1000;

/**
 * Does the job of a conversion, once: a message that comes twice, or too late, finds nothing to do.
 * @returns the failure that the client was told, if the job is finished with one
 * @throws when the message has to come back: the job is in another worker's hands, or the stores are in trouble
 */
export async function performJob(id: string, stores: StorageStores): Promise<ConversionError | undefined> {
  const known = await stores.conversions.find(id);
  if (!known) return undefined;
  const engine = engineNamed(known.engine);
  const until = Date.now() + attemptTime(engine) * 1000;
  const conversion = await stores.conversions.claim(id, until, ATTEMPTS);
  if (!conversion) return refuse(id, stores);
  try {
    await convertWithPatience(conversion, engine, stores);
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    await failJob(conversion, error, stores);
    return error;
  }
  await stores.files.delete(conversion.source);
  return undefined;
}

/** What becomes of a message whose job could not be begun. */
async function refuse(id: string, stores: StorageStores): Promise<ConversionError | undefined> {
  const conversion = await stores.conversions.find(id);
  if (!conversion || statusOf(conversion) !== 'processing') return undefined;
  // If the worker that has it dies, this message is what brings the job back.
  if ((conversion.claimedUntil ?? 0) > Date.now()) throw new Error('The job is in the hands of another worker');
  const error = new ConversionError('ENGINE_FAILED', GIVEN_UP);
  await failJob(conversion, error, stores);
  return error;
}

/** Tries once more what failed by no fault of the file, if it failed so early that there is time for it. */
async function convertWithPatience(conversion: Conversion, engine: Engine, stores: StorageStores): Promise<void> {
  const started = Date.now();
  const attempt = () => withScratchFolder((folder) => convert(conversion, engine, stores, folder));
  try {
    await attempt();
  } catch (error) {
    const inTime = Date.now() - started < (engine.worker.timeout * 1000) / 2;
    if (!(error instanceof ConversionError && isPassing(error.code) && inTime)) throw error;
    await attempt();
  }
}

/** Ends a job that nobody will try again: its client is told, its source deleted. */
export async function failJob(
  conversion: Conversion,
  { code, message }: Pick<ConversionError, 'code' | 'message'>,
  { conversions, files }: StorageStores,
): Promise<void> {
  if (!(await conversions.fail(conversion.id, { code, message }))) return;
  await files.delete(conversion.source);
  await conversions.forgetFiles(conversion.id);
}

async function convert(
  conversion: Conversion,
  engine: Engine,
  { conversions, files }: StorageStores,
  folder: string,
): Promise<void> {
  const { id } = conversion;
  const sourcePath = join(folder, 'source');
  if (!(await files.fetch(conversion.source, sourcePath))) throw new Error('The source of the job is not stored');
  await checkSource(sourcePath, conversion);
  const onProgress = atMostEvery(PROGRESS_INTERVAL, (percent) => conversions.recordProgress(id, percent));
  const { path, ...outcome } = await runConversion({ ...conversion, sourcePath, folder, onProgress }, engine);
  await files.put(resultKey(id), createReadStream(path), describeFormat(outcome.resultFormat).mediaType);
  const completed = await conversions.complete(id, { ...outcome, expiresAt: Date.now() + LINK_LIFETIME });
  if (!completed) await files.delete(resultKey(id));
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
