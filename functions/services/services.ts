import { buildJobs } from '#aws/jobs.ts';
import type { ConversionStores } from '../conversion/stores.ts';
import { provided } from './provided.ts';
import { storage } from './storage.ts';

/** The job queues: SQS, unless this process has set others. */
const [jobs, useJobQueue] = provided(buildJobs);

export { useJobQueue };

/**
 * Everything that is kept outside of this process. In this folder alone clients of AWS are made; a function that needs less
 * imports less, and is there sooner.
 */
export function services(): ConversionStores {
  return { ...storage(), jobs: jobs() };
}
