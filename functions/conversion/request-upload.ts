import type { Caller } from '../callers/caller.ts';
import { type ConversionFields, readFields } from './command.ts';
import { newConversionId, uploadKey } from './conversion.ts';
import { ConversionError } from './errors.ts';
import { largestFile } from './file-size.ts';
import { readFilename } from './filename.ts';
import type { StorageStores, UploadForm } from './stores.ts';
import { type AwaitedUpload, awaitUpload } from './upload.ts';

/** What a client says of a file that it is going to upload by itself. */
export interface UploadOrder extends ConversionFields {
  readonly filename?: string | undefined;
}

/**
 * Prepares for a file that its client uploads straight to the store: the upload itself starts the conversion.
 * Whether the file can be converted is seen from its content, as always, once it is there.
 * @throws ConversionError MISSING_FILE, INVALID_REQUEST, MISSING_TARGET_FORMAT, UNSUPPORTED_CONVERSION or INVALID_QUALITY
 */
export async function requestUpload(
  order: UploadOrder,
  caller: Caller,
  { uploads, files, slots }: StorageStores,
): Promise<{ upload: AwaitedUpload; form: UploadForm }> {
  const upload = awaitUpload(newConversionId(), nameOf(order), readFields(order), caller);
  const form = await files.form(uploadKey(upload.id), upload.expiresAt, largestFile(caller));
  await slots.take(caller, upload.id);
  await uploads.expect(upload);
  return { upload, form };
}

function nameOf({ filename = '' }: UploadOrder): string {
  const name = readFilename(filename);
  if (name) return name;
  throw new ConversionError('MISSING_FILE', 'The field "filename" is missing: give the name of the file to upload.');
}
