import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { SQSEvent } from 'aws-lambda';
import { warmUpDetection } from '../functions/detection/detect.ts';
import { readJob } from '../functions/dispatch/job-message.ts';
import type { Engine } from '../functions/engines/engine.ts';
import { ENGINES } from '../functions/engines/index.ts';
import { ENVIRONMENT, jobQueueVariable, readEnvironment } from '../functions/environment.ts';
import { engineAvailable } from '../functions/sandbox/engine-available.ts';
import { services, useJobQueue } from '../functions/services/services.ts';
import { bundlePrograms } from './bundle-programs.ts';
import { useJailedEngines } from './engines.ts';
import { createFrontDoor } from './front-door.ts';
import { notifyIntake } from './notifications.ts';
import { Page } from './page.ts';
import { installResponseStreaming } from './response-streaming.ts';
import { makeServiceFolder, removeServiceFolder } from './service-folder.ts';
import { startStandIns } from './stand-ins.ts';
import { WaitingJobs } from './waiting-jobs.ts';
import { startWorkers } from './workers.ts';

const SWEEP_INTERVAL = 60_000;

/** How the service is started on this machine. */
export interface LocalServiceOptions {
  /** @default 0 - one that is free */
  readonly port?: number;
  /** The address on which it listens. @default 127.0.0.1 - nobody but this machine */
  readonly host?: string;
  /** The engines to use, of those that are there. @default all */
  readonly engines?: readonly Engine[];
  /** How many jobs of an engine may wait; any more are refused. @default 500 */
  readonly longestQueue?: number;
}

/** The whole service, running on this machine. */
export interface LocalService {
  /** The address that the paths of the interface are relative to, without /api/v1. */
  readonly origin: string;
  /** Where the files are kept, as the stand-in for S3 keeps them. */
  readonly files: string;
  /** The engines that are there. */
  readonly engines: readonly Engine[];
  /** Starts what takes time to start, so that the first client need not wait for it. */
  warmUp(): void;
  /** Stops everything and deletes every file that was stored. */
  stop(): Promise<void>;
}

/** Starts the same code that runs on AWS, behind a front door like CloudFront's, on stand-ins for what it uses there. */
export async function startLocalService(options: LocalServiceOptions = {}): Promise<LocalService> {
  const { port = 0, host = '127.0.0.1', engines: wanted = ENGINES, longestQueue } = options;
  const folder = await makeServiceFolder();
  const files = join(folder, 's3');
  const standIns = await startStandIns(folder, notifyIntake);
  const engines = wanted.filter(engineAvailable);
  const programs = await bundlePrograms(engines);
  const originKey = randomUUID();
  Object.assign(process.env, standIns.environment, {
    [ENVIRONMENT.originKeys]: originKey,
    [ENVIRONMENT.engines]: engines.map(({ name }) => name).join(','),
  });
  installResponseStreaming();
  const converter = useJailedEngines(engines, standIns.bucket, { folder: join(folder, 'hosts'), programs });
  const { handler: sweep } = await import('../functions/sweep/handler.ts');
  const jobs = new WaitingJobs(services().jobs, longestQueue);
  useJobQueue(jobs);
  const workers = await startAllWorkers(engines, standIns.deadLetters, jobs);
  const door = createFrontDoor(originKey, new Page(standIns.environment.AWS_ENDPOINT_URL_S3 ?? ''));
  await new Promise<void>((resolve, reject) => door.once('error', reject).listen(port, host, resolve));
  const sweeping = setInterval(() => sweep().catch(() => undefined), SWEEP_INTERVAL);
  const stop = async () => {
    clearInterval(sweeping);
    door.closeAllConnections();
    await new Promise((resolve) => door.close(resolve));
    await converter.stop();
    await workers.stop();
    await standIns.stop();
    await removeServiceFolder(folder);
  };
  const origin = `http://localhost:${(door.address() as AddressInfo).port}`;
  const warmUp = () => {
    warmUpDetection();
    converter.warmUp();
  };
  return { origin, files, engines, warmUp, stop };
}

/** What takes the jobs of the engines, and gives up those that they could not do. */
async function startAllWorkers(engines: readonly Engine[], deadLetters: string, jobs: WaitingJobs) {
  const { handler: dispatch } = await import('../functions/dispatch/handler.ts');
  const { handler: giveUp } = await import('../functions/give-up/handler.ts');
  return startWorkers([
    ...engines.map(({ name }) => ({
      queueUrl: readEnvironment(jobQueueVariable(name)),
      handler: (event: SQSEvent) => {
        for (const id of event.Records.map(readJob)) if (id) jobs.taken(name, id);
        return dispatch(event);
      },
      concurrency: availableParallelism(),
    })),
    { queueUrl: deadLetters, handler: giveUp, concurrency: 1 },
  ]);
}
