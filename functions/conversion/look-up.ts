import { type Conversion, isConversionId } from './conversion.ts';
import type { RecordStores } from './stores.ts';
import type { AwaitedUpload } from './upload.ts';

/** What is known by an identifier: a conversion, or the upload that is to become one, or neither. */
export interface Known {
  readonly conversion?: Conversion | undefined;
  readonly upload?: AwaitedUpload | undefined;
}

/** Looks up an identifier; one that cannot be ours is not looked up. */
export async function lookUp(id: string, stores: RecordStores): Promise<Known> {
  if (!isConversionId(id)) return {};
  const conversion = await stores.conversions.find(id);
  if (conversion) return { conversion };
  const upload = await stores.uploads.find(id);
  // What is neither may have become a conversion between the two looks.
  return upload ? { upload } : { conversion: await stores.conversions.find(id) };
}
