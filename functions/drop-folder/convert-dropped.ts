import { readCommand, readFields } from '../conversion/command.ts';
import { type Conversion, isUnbegun, resultKey, uploadKey } from '../conversion/conversion.ts';
import { ConversionError, ERRORS, type ErrorCode } from '../conversion/errors.ts';
import { checkFileSize } from '../conversion/file-size.ts';
import { readFilename } from '../conversion/filename.ts';
import { describeFormat } from '../conversion/formats.ts';
import type { FoundFile, Places } from '../conversion/places.ts';
import { uploadedConversion } from '../conversion/request-conversion.ts';
import type { ConversionStores } from '../conversion/stores.ts';
import { waitForConversion } from '../conversion/wait-for-conversion.ts';
import { DETECTION_BYTES } from '../detection/detect.ts';
import { type DropFolderSettings, overlap } from '../drop-folder-settings.ts';
import { conversionIdOf, type DroppedFile } from './dropped-file.ts';
import { failurePlace, resultPlace } from './output-key.ts';

/** In whose name nobody's conversions are counted and queued; no account has such a name. */
const NOBODY = 'anonymous-drop-folder';

/** The one reader of the results: if it dies on the way, it goes on where it was. */
const READER = 'drop-folder';

/** What a drop folder is, and what it works with. */
export interface DropFolderServices extends ConversionStores {
  readonly places: Places;
  readonly folder: DropFolderSettings;
}

/**
 * What became of a file. `OK`: its result lies where it belongs. A code: the file that tells of the failure does.
 * `ignored`: it is not one to convert. `replaced`: there is another by now, or none.
 */
export type DropOutcome = 'OK' | ErrorCode | 'ignored' | 'replaced';

/**
 * Has a file converted, and puts the result, or why there is none, where it belongs. Told twice of a file, at once or
 * years apart in steps, it is converted once: whatever was done is seen in its record, and the next call goes on from
 * there.
 * @param until how long it waits for the conversion, in milliseconds since the epoch
 * @throws when the message has to come back: the conversion is not done, or a store is in trouble
 */
export async function convertDropped(
  file: DroppedFile,
  until: number,
  services: DropFolderServices,
): Promise<DropOutcome> {
  if (!isMeant(file, services.folder)) return 'ignored';
  const id = conversionIdOf(file, services.folder, await services.secret());
  try {
    const known = await services.conversions.find(id);
    const conversion = known ?? (await beginAlone(id, file, services));
    if (typeof conversion === 'string') return conversion;
    if (isUnbegun(conversion)) await services.jobs.send(conversion);
    // Files wait for their turn where they were told of, which they can for two weeks; a job can for minutes. So who has
    // begun one waits with it, and begins no other meanwhile.
    const ended = await waitForConversion(conversion, { ...services, jobs: {} }, until);
    if (ended.state === 'processing') throw new StillConverting();
    return await deliver(ended, file, services);
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    return await tellFailure(file, error, services);
  }
}

/** The conversion takes longer than this call may: the next one waits on. */
export class StillConverting extends Error {
  override name = 'StillConverting';
  override message = 'The conversion is not done yet';
}

/** Whether a file is for this folder, and what comes of it is not again. */
function isMeant({ bucket, key }: DroppedFile, { prefix, suffixes, into, outPrefix }: DropFolderSettings): boolean {
  if (bucket === into && overlap(prefix, outPrefix)) return false; // it would never end
  if (!key.startsWith(prefix) || key === prefix) return false;
  const name = key.toLowerCase();
  return suffixes?.some((suffix) => name.endsWith(suffix)) ?? true;
}

/** Where two calls begin the same at once, one of them has the last word, which is the one whose record stands. */
async function beginAlone(id: string, file: DroppedFile, services: DropFolderServices): ReturnType<typeof begin> {
  try {
    return await begin(id, file, services);
  } catch (error) {
    if (await services.conversions.find(id)) throw new StillConverting();
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
  // Nobody but us can write what lies there: it is what was looked at.
  const order = { ...command, id, caller, sourceSize: found.size };
  const conversion: Conversion = { ...uploadedConversion(order), sourceFixed: true };
  await slots.take({ ...caller, plan: {} }, id);
  await conversions.create(conversion);
  return conversion;
}

/** Whether what lies there is not the file that was announced. */
function isAnother(found: FoundFile, { etag }: DroppedFile): boolean {
  return etag !== undefined && found.etag !== etag;
}

/** What the S3 console makes of a folder: a file without content whose name ends in a slash. */
function isFolder({ size }: FoundFile, { key }: DroppedFile): boolean {
  return size === 0 && key.endsWith('/');
}

function settingsOf({ to, quality, options }: DropFolderSettings) {
  return readFields({ target_format: to, quality, options: { values: options ?? {} } });
}

/** Puts the result where it belongs, and ends the conversion. */
async function deliver(conversion: Conversion, file: DroppedFile, services: DropFolderServices): Promise<DropOutcome> {
  const { id, resultFormat } = conversion;
  const { conversions, places, folder } = services;
  const found = await places.look(file);
  // Another file under the same name has a conversion of its own, whose result must be the last.
  const replaced = found !== undefined && isAnother(found, file);
  const held = await conversions.beginDownload(id, READER);
  if (held && !replaced) {
    const key = resultPlace(folder, file.key, resultFormat);
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

async function tellFailure(
  file: DroppedFile,
  { code, message }: ConversionError,
  { places, folder }: DropFolderServices,
): Promise<ErrorCode> {
  const told = { success: false, message: ERRORS[code], error: message, code, timestamp: new Date().toISOString() };
  const content = Buffer.from(`${JSON.stringify({ ...told, file: file.key }, undefined, 2)}\n`);
  const place = { bucket: folder.into, key: failurePlace(folder, file.key) };
  await places.write(place, content, 'application/json');
  return code;
}
