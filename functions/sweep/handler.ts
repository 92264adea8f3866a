import { sweepFiles } from '../conversion/sweep-files.ts';
import { logger } from '../logger.ts';
import { storage } from '../services/storage.ts';

/** Runs every minute: deletes the files whose time is over. */
export const handler = async (): Promise<void> => {
  const { deleted, errors } = await sweepFiles(storage());
  if (deleted > 0) logger.info('Overdue files were deleted', { deleted });
  // Failing makes the trouble visible in the function's error metric; what was left is found again in a minute.
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} overdue files could not be deleted`);
};
