import { DETECTION_BYTES } from '../detection/detect.ts';
import { readCommand } from './command.ts';
import { type Conversion, statusOf, uploadKey } from './conversion.ts';
import { ConversionError, serviceBusy } from './errors.ts';
import { checkFileSize } from './file-size.ts';
import { isFull, uploadedConversion } from './request-conversion.ts';
import type { ConversionStores } from './stores.ts';
import type { AwaitedUpload } from './upload.ts';

/**
 * Begins the conversion of a file that its client has uploaded. S3 may report a file twice; the second call begins nothing.
 * @returns the conversion, or the error that its client gets, or undefined when there is nothing to begin
 */
export async function acceptUpload(
  id: string,
  stores: ConversionStores,
): Promise<Conversion | ConversionError | undefined> {
  const upload = await stores.uploads.find(id);
  if (upload && !upload.failure) return begin(upload, stores);
  const conversion = await stores.conversions.find(id);
  if (conversion && statusOf(conversion) === 'processing') return queue(conversion, stores);
  // No record needs this file: it came too late, or again after its conversion had ended.
  await stores.files.delete(uploadKey(id));
  return undefined;
}

async function begin(upload: AwaitedUpload, stores: ConversionStores) {
  try {
    const file = await stores.files.peek(uploadKey(upload.id), DETECTION_BYTES);
    if (!file) return undefined; // an earlier call has handled and deleted it
    checkFileSize(file.size);
    const command = await readCommand(upload, upload.filename, file.head);
    const caller = { name: upload.caller, account: upload.account, planName: upload.planName };
    const conversion = uploadedConversion({
      ...command,
      id: upload.id,
      caller,
      sourceSize: file.size,
      fingerprint: upload.fingerprint,
    });
    if (isFull(conversion, stores)) throw serviceBusy();
    if (!(await stores.uploads.accept(conversion))) return undefined;
    await stores.slots.hold(conversion);
    return await queue(conversion, stores);
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    await refuse(upload, error, stores);
    return error;
  }
}

/** A job that is queued twice runs once, so that a call that died before this may be repeated. */
async function queue(conversion: Conversion, { jobs }: ConversionStores): Promise<Conversion> {
  await jobs.send(conversion);
  return conversion;
}

async function refuse({ id, caller }: AwaitedUpload, { code, message }: ConversionError, stores: ConversionStores) {
  await stores.uploads.refuse(id, { code, message });
  await stores.slots.release({ id, caller, state: 'failed' });
  await stores.files.delete(uploadKey(id));
}
