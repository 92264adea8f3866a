import { resultKey } from './conversion.ts';
import type { StorageStores } from './stores.ts';

/** How many files are deleted side by side. */
const WIDTH = 16;

/**
 * Deletes the files whose time is over. One that cannot be deleted does not keep the others: it stays listed and is
 * tried again at the next sweep.
 * @returns how many were deleted, and what went wrong with the others
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
  await Promise.all(Array.from({ length: WIDTH }, work));
  return { deleted, errors };
}
