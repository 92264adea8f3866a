import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENGINES } from '../functions/engines/index.ts';
import { ENVIRONMENT, jobQueueVariable, readEnvironment } from '../functions/environment.ts';
import { createFrontDoor } from './front-door.ts';
import { notifyIntake } from './notifications.ts';
import { installResponseStreaming } from './response-streaming.ts';
import { startStandIns } from './stand-ins.ts';
import { startWorkers } from './workers.ts';

const SWEEP_INTERVAL = 60_000;

/** The whole service, running on this machine. */
export interface LocalService {
  /** The address that the paths of the interface are relative to, without /api/v1. */
  readonly origin: string;
  /** Where the files are kept, as the stand-in for S3 keeps them. */
  readonly files: string;
  /** Stops everything and deletes every file that was stored. */
  stop(): Promise<void>;
}

/** Starts the same code that runs on AWS, behind a front door like CloudFront's, on stand-ins for what it uses there. */
export async function startLocalService({ port = 0 }: { port?: number } = {}): Promise<LocalService> {
  const folder = await mkdtemp(join(tmpdir(), 'file-conversion-'));
  const files = join(folder, 's3');
  const standIns = await startStandIns(files, notifyIntake);
  const originKey = randomUUID();
  Object.assign(process.env, standIns.environment, { [ENVIRONMENT.originKeys]: originKey });
  installResponseStreaming();
  const { handler: sweep } = await import('../functions/sweep/handler.ts');
  const workers = await startAllWorkers(standIns.deadLetters);
  const door = createFrontDoor(originKey);
  await new Promise<void>((resolve, reject) => door.once('error', reject).listen(port, resolve));
  const sweeping = setInterval(() => sweep().catch(() => undefined), SWEEP_INTERVAL);
  const stop = async () => {
    clearInterval(sweeping);
    door.closeAllConnections();
    await new Promise((resolve) => door.close(resolve));
    for (const engine of ENGINES) engine.stop?.();
    await workers.stop();
    await standIns.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { origin: `http://localhost:${(door.address() as AddressInfo).port}`, files, stop };
}

/** The workers of the engines that are installed here, and the one that gives up what they could not do. */
async function startAllWorkers(deadLetters: string) {
  const { handler: convert } = await import('../functions/dispatch/handler.ts');
  const { handler: giveUp } = await import('../functions/give-up/handler.ts');
  const engines = ENGINES.filter((engine) => engine.available());
  return startWorkers([
    ...engines.map(({ name }) => ({
      queueUrl: readEnvironment(jobQueueVariable(name)),
      handler: convert,
      concurrency: availableParallelism(),
    })),
    { queueUrl: deadLetters, handler: giveUp, concurrency: 1 },
  ]);
}
