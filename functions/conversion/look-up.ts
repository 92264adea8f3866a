import { type Conversion, isConversionId } from './conversion.ts';
import type { RecordStores } from './stores.ts';
import type { AwaitedUpload } from './upload.ts';

/** The record with an identifier: a conversion, or the upload that is to become one, or neither. */
export interface Known {
  readonly conversion?: Conversion | undefined;
  readonly upload?: AwaitedUpload | undefined;
}

/** Finds the record with an identifier; a text that is no identifier costs no read. */
export async function lookUp(id: string, stores: RecordStores): Promise<Known> {
  if (!isConversionId(id)) return {};
  const conversion = await stores.conversions.find(id);
  if (conversion) return { conversion };
  const upload = await stores.uploads.find(id);
  // An upload may have become a conversion between the two reads.
  return upload ? { upload } : { conversion: await stores.conversions.find(id) };
}
