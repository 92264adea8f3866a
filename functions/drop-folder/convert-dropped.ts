import { readCommand, readFields } from '../conversion/command.ts';
import { type Conversion, isUnbegun, resultKey, uploadKey } from '../conversion/conversion.ts';
import { ConversionError, ERRORS, type ErrorCode } from '../conversion/errors.ts';
import { checkFileSize } from '../conversion/file-size.ts';
import { readFilename } from '../conversion/filename.ts';
import { describeFormat } from '../conversion/formats.ts';
import { JOB_QUEUE_NAMES } from '../conversion/job-queues.ts';
import { jobTime } from '../conversion/job-times.ts';
import type { FoundFile, Places } from '../conversion/places.ts';
import { uploadedConversion } from '../conversion/request-conversion.ts';
import type { Room } from '../conversion/room.ts';
import type { ConversionStores } from '../conversion/stores.ts';
import { waitForConversion } from '../conversion/wait-for-conversion.ts';
import { DETECTION_BYTES } from '../detection/detect.ts';
import { type DropFolderSettings, overlap } from '../drop-folder-settings.ts';
import { conversionIdOf, type DroppedFile, roomOf } from './dropped-file.ts';
import { failureOutputKey, resultOutputKey } from './output-key.ts';
import { LONGEST_PAUSE, LONGEST_WAIT, pauseSince } from './pauses.ts';

/** The caller of conversions that belong to no account; no account has such a name. */
const NOBODY = 'anonymous-drop-folder';

/** The only reader of the results: after a crash the next call goes on as the same reader. */
const READER = 'drop-folder';

/**
 * The longest time that a place is held, in milliseconds: the longest job, and one call of the function, since the job's
 * record is made in the call that took the place.
 */
const LONGEST_HELD = (Math.max(...JOB_QUEUE_NAMES.map(jobTime)) + 15 * 60) * 1000;

/** The settings of a drop folder, and the services that it uses. */
export interface DropFolderServices extends ConversionStores {
  readonly places: Places;
  readonly folder: DropFolderSettings;
  readonly room: Room;
  /** How many files are converted at once. */
  readonly atOnce: number;
}

/**
 * The outcome for a file. `OK`: its result is stored. A code: the report about the failure is stored. `ignored`: it is not
 * to be converted. `replaced`: it was overwritten or deleted meanwhile.
 */
export type DropOutcome = 'OK' | ErrorCode | 'ignored' | 'replaced';

/**
 * Has a file converted, and stores the result, or a report about the failure. A file that S3 reports more than once is
 * converted once: the record shows what was done, and the next call goes on from there.
 * @param until how long it waits for the conversion, in milliseconds since the epoch
 * @throws NotDone when the message has to come again; anything else when a store is in trouble
 */
export async function convertDropped(
  file: DroppedFile,
  until: number,
  services: DropFolderServices,
): Promise<DropOutcome> {
  const { folder, room } = services;
  if (!isMeant(file, folder)) return 'ignored';
  const id = conversionIdOf(file, folder, await services.secret());
  const outcome = await convertInRoom(id, file, until, services);
  await room.free(roomOf(file, folder), id);
  return outcome;
}

/** No job is queued without a place: a file may wait for hours, a job for minutes. */
async function convertInRoom(
  id: string,
  file: DroppedFile,
  until: number,
  services: DropFolderServices,
): Promise<DropOutcome> {
  try {
    const known = await services.conversions.find(id);
    const conversion = known ?? (await beginInRoom(id, file, services));
    if (typeof conversion === 'string') return conversion;
    if (isUnbegun(conversion) && !file.sent) await services.jobs.send(conversion);
    const ended = await waitForConversion(conversion, { ...services, jobs: {} }, until);
    if (ended.state === 'processing') throw new NotDone('under way', pauseSince(ended.createdAt, LONGEST_PAUSE));
    return await deliver(ended, file, services);
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    return await reportFailure(file, error, services);
  }
}

/** The file has to be looked at again. */
export class NotDone extends Error {
  override name = 'NotDone';
  readonly file: 'waiting' | 'under way';
  /** After how long it should be looked at again, in milliseconds. */
  readonly pause: number;

  /** @param file `waiting`: it is not begun, or by another call. `under way`: its job was sent */
  constructor(file: NotDone['file'], pause: number) {
    super(`The file is ${file}`);
    this.file = file;
    this.pause = pause;
  }
}

/** Whether a file is to be converted by this folder. Its own results are not. */
function isMeant({ bucket, key }: DroppedFile, { prefix, suffixes, into, outPrefix }: DropFolderSettings): boolean {
  if (bucket === into && overlap(prefix, outPrefix)) return false; // it would never end
  if (!key.startsWith(prefix) || key === prefix) return false;
  const name = key.toLowerCase();
  return suffixes?.some((suffix) => name.endsWith(suffix)) ?? true;
}

async function beginInRoom(id: string, file: DroppedFile, services: DropFolderServices): ReturnType<typeof begin> {
  const { room, atOnce, folder } = services;
  const isTaken = await room.take(roomOf(file, folder), id, Date.now() + LONGEST_HELD, atOnce);
  if (!isTaken) throw new NotDone('waiting', pauseSince(file.reportedAt, LONGEST_WAIT));
  return beginAlone(id, file, services);
}

/** Where two calls begin the same file at once, the one that writes the record first wins. */
async function beginAlone(id: string, file: DroppedFile, services: DropFolderServices): ReturnType<typeof begin> {
  try {
    return await begin(id, file, services);
  } catch (error) {
    if (await services.conversions.find(id)) throw new NotDone('waiting', pauseSince(file.reportedAt, LONGEST_PAUSE));
    await services.files.delete(uploadKey(id));
    throw error;
  }
}

async function begin(
  id: string,
  file: DroppedFile,
  { folder, places, files, slots, conversions }: DropFolderServices,
): Promise<Conversion | 'ignored' | 'replaced'> {
  const found = await places.look(file);
  if (!found || isAnother(found, file)) return 'replaced';
  if (found.ours || isFolder(found, file)) return 'ignored';
  checkFileSize(found.size);
  const key = uploadKey(id);
  if (!(await places.copyIn(file, found.etag, key))) return 'replaced';
  const { head } = (await files.peek(key, DETECTION_BYTES)) ?? { head: new Uint8Array() };
  const command = await readCommand(settingsOf(folder), readFilename(file.key), head);
  const caller = { name: folder.account ?? NOBODY, account: folder.account };
  // Only the service can write there: it is the file that was checked.
  const order = { ...command, id, caller, sourceSize: found.size };
  const conversion: Conversion = { ...uploadedConversion(order), sourceFixed: true };
  await slots.take({ ...caller, plan: {} }, id);
  await conversions.create(conversion);
  return conversion;
}

/** Whether the file was overwritten since its event. */
function isAnother(found: FoundFile, { etag }: DroppedFile): boolean {
  return etag !== undefined && found.etag !== etag;
}

/** Whether it is a folder as the S3 console makes them: an empty object whose key ends in a slash. */
function isFolder({ size }: FoundFile, { key }: DroppedFile): boolean {
  return size === 0 && key.endsWith('/');
}

function settingsOf({ to, quality, options }: DropFolderSettings) {
  return readFields({ target_format: to, quality, options: { values: options ?? {} } });
}

/** Copies the result into the output bucket, and ends the conversion. */
async function deliver(conversion: Conversion, file: DroppedFile, services: DropFolderServices): Promise<DropOutcome> {
  const { id, resultFormat } = conversion;
  const { conversions, places, folder } = services;
  const found = await places.look(file);
  // Another file under the same name has a conversion of its own, whose result must be the last.
  const replaced = found !== undefined && isAnother(found, file);
  const held = await conversions.beginDownload(id, READER);
  if (held && !replaced) {
    const key = resultOutputKey(folder, file.key, resultFormat);
    await places.copyOut(resultKey(id), { bucket: folder.into, key }, describeFormat(resultFormat).mediaType);
  }
  if (held) await conversions.endDownload(id, READER, true);
  else if (conversion.state !== 'spent') throw new ConversionError('EXPIRED', EXPIRED);
  await discard(conversion, services);
  return replaced ? 'replaced' : 'OK';
}

const EXPIRED = 'The result could not be put here within half an hour, and was deleted. Put the file in once more.';

/** Deletes what is still stored of a conversion that has ended. */
async function discard({ id, source }: Conversion, { conversions, files }: DropFolderServices): Promise<void> {
  await files.delete(source);
  await files.delete(resultKey(id));
  await conversions.forgetFiles(id);
}

async function reportFailure(
  file: DroppedFile,
  { code, message }: ConversionError,
  { places, folder }: DropFolderServices,
): Promise<ErrorCode> {
  const report = { success: false, message: ERRORS[code], error: message, code, timestamp: new Date().toISOString() };
  const content = Buffer.from(`${JSON.stringify({ ...report, file: file.key }, undefined, 2)}\n`);
  const place = { bucket: folder.into, key: failureOutputKey(folder, file.key) };
  await places.write(place, content, 'application/json');
  return code;
}
