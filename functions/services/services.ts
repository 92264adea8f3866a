import { buildJobs } from '#aws/jobs.ts';
import type { ConversionStores, JobQueue } from '../conversion/stores.ts';
import { storage } from './storage.ts';

let jobs: JobQueue | undefined;

/**
 * Everything that is kept outside of this process, built on first use. In this folder alone clients of AWS are made;
 * a function that needs less imports less, and is there sooner.
 */
export function services(): ConversionStores {
  jobs ??= buildJobs();
  return { ...storage(), jobs };
}

/** Has everybody in this process send jobs by another way than SQS. */
export function useJobQueue(other: JobQueue): void {
  jobs = other;
}
