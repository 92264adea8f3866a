import { readdir } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { CopyObjectCommand, GetObjectCommand, HeadObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll } from 'vitest';
import { JOB_QUEUE_NAMES } from '../../functions/conversion/job-queues.ts';
import { handler as dispatch } from '../../functions/dispatch/handler.ts';
import type { DropFolderServices } from '../../functions/drop-folder/convert-dropped.ts';
import type { DroppedFile } from '../../functions/drop-folder/dropped-file.ts';
import { handler } from '../../functions/drop-folder/handler.ts';
import type { DropFolderSettings } from '../../functions/drop-folder-settings.ts';
import { ENVIRONMENT, jobQueueVariable } from '../../functions/environment.ts';
import { dropped } from '../../functions/services/dropped.ts';
import { places } from '../../functions/services/places.ts';
import { services } from '../../functions/services/services.ts';
import { startWorkers } from '../stand-ins/event-sources.ts';
import { useStandIns } from '../support/stand-ins.ts';

/** The foreign buckets: files of the first are converted into the second. */
export const DROPPED = 'dropped';
export const MADE = 'made';

/**
 * Starts the stand-ins for AWS, with two foreign buckets and workers for all engines.
 * @param folder the settings of the function, which is then notified of each file in the first bucket
 */
export function useDropFolder(folder?: DropFolderSettings) {
  let stop: () => Promise<void>;
  let told = 0;
  let client: S3Client;
  const onPut = (bucket: string, key: string) => void (folder && bucket !== 'files' && tell(bucket, key));
  const started = useStandIns({ names: [DROPPED, MADE], onPut });
  let tell: (bucket: string, key: string) => Promise<void> = async () => undefined;
  const sequencer = () => {
    told += 1;
    return `${told}`.padStart(16, '0');
  };

  beforeAll(async () => {
    const { standIns } = started;
    Object.assign(process.env, { [ENVIRONMENT.dropFolder]: JSON.stringify(folder) });
    client = new S3Client({ forcePathStyle: true });
    const arrivals = standIns.createQueue('arrivals');
    const sqs = new SQSClient({ useQueueUrlAsEndpoint: false });
    tell = async (bucket, key) => {
      const object = { key, sequencer: sequencer() };
      const event = { source: 'aws.s3', 'detail-type': 'Object Created', detail: { bucket: { name: bucket }, object } };
      // EventBridge delivers at least once.
      for (let time = 0; time < 2; time += 1)
        await sqs.send(new SendMessageCommand({ QueueUrl: arrivals, MessageBody: JSON.stringify(event) }));
    };
    const underWay = standIns.createQueue('under-way');
    process.env[ENVIRONMENT.arrivalsQueue] = arrivals;
    process.env[ENVIRONMENT.underWayQueue] = underWay;
    process.env[ENVIRONMENT.dropFolderAtOnce] = '2';
    const workers = startWorkers([
      ...[arrivals, underWay].map((queueUrl) => ({ queueUrl, handler, concurrency: 2 })),
      ...JOB_QUEUE_NAMES.map((name) => ({
        queueUrl: standIns.environment[jobQueueVariable(name)] ?? '',
        handler: dispatch,
        concurrency: 1,
      })),
    ]);
    stop = async () => {
      await workers.stop();
      sqs.destroy();
      client.destroy();
    };
  });
  afterAll(() => stop());

  const get = async (key: string, bucket = MADE): Promise<Buffer | undefined> => {
    if (!started.standIns.buckets.get(bucket)?.has(key)) return undefined;
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    return Buffer.from((await Body?.transformToByteArray()) ?? []);
  };
  return {
    get,
    /** The keys of all files that the service has stored. */
    stored: async () => names(await readdir(started.files)),
    get buckets() {
      return started.standIns.buckets;
    },
    /** Puts a file there, and gives what S3 would tell of it. */
    async put(key: string, content: Uint8Array, bucket = DROPPED): Promise<DroppedFile> {
      const { ETag = '' } = await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: content }));
      return { bucket, key, etag: ETag.replaceAll('"', ''), sequencer: sequencer() };
    },
    /** Copies a file with all that belongs to it, as the console does. */
    async copy(from: string, to: string, bucket = MADE): Promise<DroppedFile> {
      const { Metadata } = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: from }));
      const how = { MetadataDirective: 'REPLACE', TaggingDirective: 'REPLACE', Metadata } as const;
      const command = new CopyObjectCommand({ Bucket: bucket, Key: to, CopySource: `${bucket}/${from}`, ...how });
      const etag = (await client.send(command)).CopyObjectResult?.ETag?.replaceAll('"', '');
      return { bucket, key: to, etag, sequencer: sequencer() };
    },
    services: (settings: DropFolderSettings): DropFolderServices => ({
      ...services(),
      places: places(),
      folder: settings,
      room: dropped().room,
      atOnce: 100,
    }),
    async arrival(key: string): Promise<Buffer> {
      for (;;) {
        const content = await get(key);
        if (content) return content;
        await setTimeout(100);
      }
    },
  };
}

function names(files: readonly string[]): string[] {
  return files.map((file) => decodeURIComponent(file.replace(/~[^~]*$/, ''))).sort();
}
