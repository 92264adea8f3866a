import type { Conversion } from './conversion.ts';
import type { StorageStores } from './stores.ts';

/** Deletes a file whose record could not be written, unless it was written after all and only the response was lost. */
export async function deleteUnrecorded(
  key: string,
  { id }: Pick<Conversion, 'id'>,
  { conversions, files }: Pick<StorageStores, 'conversions' | 'files'>,
): Promise<void> {
  if (!(await conversions.find(id))) await files.delete(key);
}
