import { type ConversionFields, readFields } from './command.ts';
import { LARGEST_UPLOAD, newConversionId, uploadKey } from './conversion.ts';
import { ConversionError } from './errors.ts';
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
  { uploads, files }: StorageStores,
): Promise<{ upload: AwaitedUpload; form: UploadForm }> {
  const upload = awaitUpload(newConversionId(), nameOf(order), readFields(order));
  const form = await files.form(uploadKey(upload.id), upload.expiresAt, LARGEST_UPLOAD);
  await uploads.expect(upload);
  return { upload, form };
}

function nameOf({ filename = '' }: UploadOrder): string {
  const name = readFilename(filename);
  if (name) return name;
  throw new ConversionError('MISSING_FILE', 'The field "filename" is missing: give the name of the file to upload.');
}
