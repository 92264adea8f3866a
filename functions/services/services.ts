import { SQSClient } from '@aws-sdk/client-sqs';
import type { ConversionStores, JobQueue } from '../conversion/stores.ts';
import { jobQueueVariable, readEnvironment } from '../environment.ts';
import { SqsJobs } from '../storage/sqs-jobs.ts';
import { storage } from './storage.ts';

let jobs: JobQueue | undefined;

/**
 * Everything that is kept outside of this process, built on first use. In this folder alone clients of AWS are made;
 * a function that needs less imports less, and is there sooner.
 */
export function services(): ConversionStores {
  jobs ??= build();
  return { ...storage(), jobs };
}

/** Has everybody in this process send jobs by another way than SQS. */
export function useJobQueue(other: JobQueue): void {
  jobs = other;
}

function build(): JobQueue {
  // A queue's URL must not decide where its messages go: a stand-in's looks like one of AWS.
  const client = new SQSClient({ useQueueUrlAsEndpoint: false });
  return new SqsJobs(client, (engine) => readEnvironment(jobQueueVariable(engine)));
}
