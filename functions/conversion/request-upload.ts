import type { Caller } from '../callers/caller.ts';
import { type ConversionFields, readFields } from './command.ts';
import { uploadKey } from './conversion.ts';
import { ConversionError } from './errors.ts';
import { largestFile } from './file-size.ts';
import { readFilename } from './filename.ts';
import { lookUp } from './look-up.ts';
import { keyReused } from './repeated-request.ts';
import type { RequestIdentity } from './request-identity.ts';
import { IdentifierTaken, type RecordStores, type StorageStores, type UploadForm } from './stores.ts';
import { type AwaitedUpload, awaitUpload } from './upload.ts';

/** The fields of a request for an upload form. */
export interface UploadOrder extends ConversionFields {
  readonly filename?: string | undefined;
}

/**
 * Makes a form with which a client uploads its file straight to the store. The upload starts the conversion; the format
 * of the file is detected then.
 * @throws ConversionError MISSING_FILE, INVALID_REQUEST, MISSING_TARGET_FORMAT, UNSUPPORTED_CONVERSION or INVALID_QUALITY
 */
export async function requestUpload(
  order: UploadOrder,
  { id, fingerprint }: RequestIdentity,
  caller: Caller,
  stores: StorageStores,
): Promise<{ upload: AwaitedUpload; form: UploadForm }> {
  const [filename, settings] = [nameOf(order), readFields(order)];
  const wanted: AwaitedUpload = {
    ...awaitUpload(id, filename, settings, caller),
    ...(fingerprint && { fingerprint: fingerprint({ ...settings, filename }) }),
  };
  const upload = (await expectUpload(wanted, caller, stores)) ?? (await findExpected(wanted, stores));
  const form = await stores.files.form(uploadKey(upload.id), upload.expiresAt, largestFile(caller));
  return { upload, form };
}

/** Stores the record of an upload, and takes a slot of its caller. @returns undefined when its identifier is taken */
async function expectUpload(
  upload: AwaitedUpload,
  caller: Caller,
  { uploads, slots }: StorageStores,
): Promise<AwaitedUpload | undefined> {
  // Forms that nobody uses hold no places after their end.
  const counted = await slots.take(caller, upload.id, upload.expiresAt);
  try {
    await uploads.expect(upload);
    return upload;
  } catch (error) {
    if (!(error instanceof IdentifierTaken)) throw error;
    if (counted) await slots.release({ id: upload.id, caller: caller.name, state: 'failed' });
    return undefined;
  }
}

/** The awaited upload of an earlier request with the same key. */
async function findExpected({ id, fingerprint }: AwaitedUpload, stores: RecordStores): Promise<AwaitedUpload> {
  const { upload, conversion } = await lookUp(id, stores);
  const known = upload ?? conversion;
  if (known?.fingerprint !== fingerprint) throw keyReused();
  if (upload && !upload.failure) return upload;
  throw new ConversionError(
    'IDEMPOTENCY_KEY_REUSED',
    'This request was made before, and its file has been uploaded. Ask for the status of its conversion.',
  );
}

function nameOf({ filename = '' }: UploadOrder): string {
  const name = readFilename(filename);
  if (name) return name;
  throw new ConversionError('MISSING_FILE', 'The field "filename" is missing: give the name of the file to upload.');
}
