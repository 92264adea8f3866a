import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENGINES } from '../functions/conversion/engines/index.ts';
import { jobQueueVariable, readEnvironment } from '../functions/environment.ts';
import { createGateway } from './gateway.ts';
import { installResponseStreaming } from './response-streaming.ts';
import { startStandIns } from './stand-ins.ts';
import { startWorkers } from './workers.ts';

const SWEEP_INTERVAL = 60_000;

/** The whole service, running on this machine. */
export interface LocalService {
  /** The address that the paths of the interface are relative to, without /api/v1. */
  readonly origin: string;
  /** Stops everything and deletes every file that was stored. */
  stop(): Promise<void>;
}

/** Starts the same handlers that run on AWS, behind a gateway like AWS's, on stand-ins for S3 and DynamoDB. */
export async function startLocalService({ port = 0 }: { port?: number } = {}): Promise<LocalService> {
  const folder = await mkdtemp(join(tmpdir(), 'file-conversion-'));
  const standIns = await startStandIns(join(folder, 's3'));
  Object.assign(process.env, standIns.environment);
  installResponseStreaming();
  const { handler: sweep } = await import('../functions/sweep/handler.ts');
  const workers = await startAllWorkers(standIns.deadLetters);
  const gateway = createGateway();
  await new Promise<void>((resolve, reject) => gateway.once('error', reject).listen(port, resolve));
  const sweeping = setInterval(() => sweep().catch(() => undefined), SWEEP_INTERVAL);
  const stop = async () => {
    clearInterval(sweeping);
    gateway.closeAllConnections();
    await new Promise((resolve) => gateway.close(resolve));
    for (const engine of ENGINES) engine.stop?.();
    await workers.stop();
    await standIns.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { origin: `http://localhost:${(gateway.address() as AddressInfo).port}`, stop };
}

/** The workers of the engines that are installed here, and the one that gives up what they could not do. */
async function startAllWorkers(deadLetters: string) {
  const { handler: convert } = await import('../functions/workers/convert/handler.ts');
  const { handler: giveUp } = await import('../functions/workers/give-up/handler.ts');
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
