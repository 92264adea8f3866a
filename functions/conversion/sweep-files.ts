import { resultKey } from './conversion.ts';
import type { StorageStores } from './stores.ts';

/** How many files are deleted at once. */
const AT_ONCE = 16;

/**
 * Deletes the files of expired conversions. A failure stops no other deletion: that file stays listed for the next sweep.
 * @returns the count of deleted files, and the errors of the others
 */
export async function sweepFiles({
  conversions,
  files,
}: StorageStores): Promise<{ deleted: number; errors: unknown[] }> {
  const overdue = conversions.findOverdue();
  const errors: unknown[] = [];
  let deleted = 0;
  const work = async () => {
    for (let next = await overdue.next(); !next.done; next = await overdue.next()) {
      try {
        await files.delete(next.value.source);
        await files.delete(resultKey(next.value.id));
        await conversions.forgetFiles(next.value.id);
        deleted += 1;
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { deleted, errors };
}
