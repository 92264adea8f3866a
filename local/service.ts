import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGateway } from './gateway.ts';
import { installResponseStreaming } from './response-streaming.ts';
import { startStandIns } from './stand-ins.ts';

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
  const { ENGINES } = await import('../functions/conversion/engines/index.ts');
  const gateway = createGateway();
  await new Promise<void>((resolve, reject) => gateway.once('error', reject).listen(port, resolve));
  const sweeping = setInterval(() => sweep().catch(() => undefined), SWEEP_INTERVAL);
  for (const engine of ENGINES) engine.warmUp?.();
  const stop = async () => {
    clearInterval(sweeping);
    gateway.closeAllConnections();
    await new Promise((resolve) => gateway.close(resolve));
    for (const engine of ENGINES) engine.stop?.();
    await standIns.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { origin: `http://localhost:${(gateway.address() as AddressInfo).port}`, stop };
}
