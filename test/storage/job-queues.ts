import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import type { JobQueue } from '../../functions/conversion/stores.ts';
import { readJob } from '../../functions/dispatch/job-message.ts';
import { SqsJobs } from '../../functions/storage/sqs-jobs.ts';
import { JobQueues, type JobQueuesOptions } from '../../local/jobs/job-queues.ts';
import { startWorkers } from '../stand-ins/event-sources.ts';
import { useStandIns } from '../support/stand-ins.ts';

/** Queues with their consumers. */
export interface QueuesUnderTest {
  readonly queue: JobQueue;
  stop(): Promise<void>;
}

type Start = (options: JobQueuesOptions) => QueuesUnderTest | Promise<QueuesUnderTest>;

/** The queues of jobs: against the stand-ins for AWS, and on one machine. */
export const JOB_QUEUES: readonly (readonly [name: string, use: () => Start])[] = [
  [
    'in SQS',
    () => {
      useStandIns();
      return startSqs;
    },
  ],
  ['in this process', () => startLocal],
];

function startLocal(options: JobQueuesOptions): QueuesUnderTest {
  const queue = new JobQueues(options);
  return { queue, stop: () => queue.stop() };
}

let made = 0;

async function startSqs(options: JobQueuesOptions): Promise<QueuesUnderTest> {
  const { engines, concurrency, handle } = options;
  const client = new SQSClient({ useQueueUrlAsEndpoint: false });
  made += 1;
  const create = async (name: string, Attributes: Record<string, string> = {}) => {
    const { QueueUrl = '' } = await client.send(new CreateQueueCommand({ QueueName: `${name}-${made}`, Attributes }));
    return QueueUrl;
  };
  const urls = new Map<string, string>();
  for (const [engine, pause] of Object.entries(engines))
    urls.set(engine, await create(engine, { VisibilityTimeout: `${pause / 1000}` }));
  const toHandler = (act: (id: string) => Promise<void>) => async (event: SQSEvent) => {
    for (const id of event.Records.map(readJob)) if (id) await act(id);
  };
  const workers = startWorkers([
    ...[...urls.values()].map((queueUrl) => ({ queueUrl, handler: toHandler(handle), concurrency })),
  ]);
  const stop = async () => {
    await workers.stop();
    client.destroy();
  };
  return { queue: new SqsJobs(client, (engine) => urls.get(engine) ?? ''), stop };
}
