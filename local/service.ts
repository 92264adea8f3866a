import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { KeyMode } from '../functions/callers/key-modes.ts';
import { type KeySettings, makeKey } from '../functions/callers/make-key.ts';
import type { Plans } from '../functions/callers/plans.ts';
import { NO_METER } from '../functions/conversion/job-meter.ts';
import { warmUpDetection } from '../functions/detection/detect.ts';
import type { Engine } from '../functions/engines/engine.ts';
import { ENGINES } from '../functions/engines/index.ts';
import { ENVIRONMENT } from '../functions/environment.ts';
import { engineAvailable } from '../functions/sandbox/engine-available.ts';
import { removeFolder } from '../functions/sandbox/remove-folder.ts';
import { callerStores } from '../functions/services/callers.ts';
import { useMeter } from '../functions/services/meter.ts';
import { handler as sweepFiles } from '../functions/sweep/handler.ts';
import { AllowedHosts } from './allowed-hosts.ts';
import { bundlePrograms } from './bundle-programs.ts';
import { useJailedEngines } from './engines.ts';
import { createFrontDoor } from './front-door.ts';
import { useLocalJobs } from './jobs/jobs.ts';
import { notifyIntake } from './notifications.ts';
import { Page } from './page.ts';
import { PublicAddress } from './public-address.ts';
import { installResponseStreaming } from './response-streaming.ts';
import { makeServiceFolder } from './service-folder.ts';
import { type LocalStorage, useLocalStorage } from './storage.ts';
import { useLocalWebhooks } from './webhooks/use-webhooks.ts';

const SWEEP_INTERVAL = 60_000;

/**
 * The listen backlog, where the system allows as much (`net.core.somaxconn`). With Node's default of 511, some of a
 * thousand simultaneous clients lost their connections.
 */
const BACKLOG = 4096;

/** The settings of the service on this machine. */
export interface LocalServiceOptions {
  /** @default 0 - a free port */
  readonly port?: number;
  /** The address on which it listens. @default 127.0.0.1 - only clients on this machine */
  readonly host?: string;
  /** The origin of the service for clients behind a proxy. @default the `Host` of each request */
  readonly publicUrl?: string | undefined;
  /** The names in `Host` headers, and the hosts of web pages, that are allowed: see `AllowedHosts`. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** The engines to use, of those that are available. @default all */
  readonly engines?: readonly Engine[];
  /** Whether callers have keys. @default 'off' - without limits */
  readonly keys?: KeyMode;
  /** Plans that replace those of the same name. */
  readonly plans?: Plans | undefined;
  /** The largest size of all files together, in bytes. @default a share of the free disk space */
  readonly mostBytes?: number | undefined;
  /** How many jobs of an engine may wait; more are refused. @default 500 */
  readonly longestQueue?: number;
}

/** The running service. */
export interface LocalService {
  /** The origin, to which the paths of the interface are relative. */
  readonly origin: string;
  /** The folder of the bucket. */
  readonly files: string;
  /** The available engines. */
  readonly engines: readonly Engine[];
  /** Makes an API key, where callers have them. @returns the key */
  makeKey(settings: KeySettings): Promise<string>;
  /** Starts standby hosts and detection, so that the first client need not wait for them. */
  warmUp(): void;
  /** Stops the service, and deletes all stored files. */
  stop(): Promise<void>;
}

/** Starts the code that runs on AWS, with replacements on this machine for CloudFront, S3, DynamoDB, SQS and Lambda. */
export async function startLocalService(options: LocalServiceOptions = {}): Promise<LocalService> {
  const { port = 0, host = '127.0.0.1', engines: wanted = ENGINES, longestQueue, publicUrl } = options;
  const { keys = 'off', plans, allowedHosts: names } = options;
  Object.assign(process.env, {
    [ENVIRONMENT.keys]: keys,
    [ENVIRONMENT.plans]: plans ? JSON.stringify(plans) : (process.env[ENVIRONMENT.plans] ?? ''),
  });
  const address = new PublicAddress(publicUrl);
  const folder = await makeServiceFolder();
  const storage = useLocalStorage(folder, address, notifyIntake, keys !== 'off', options.mostBytes);
  const engines = wanted.filter(engineAvailable);
  const programs = await bundlePrograms(engines);
  const originKey = randomUUID();
  Object.assign(process.env, {
    [ENVIRONMENT.originKeys]: originKey,
    [ENVIRONMENT.engines]: engines.map(({ name }) => name).join(','),
  });
  installResponseStreaming();
  useMeter(NO_METER);
  const converter = useJailedEngines(engines, storage.bucket, { folder: join(folder, 'hosts'), programs });
  const jobs = useLocalJobs(engines, longestQueue);
  const webhooks = keys === 'off' ? undefined : useLocalWebhooks();
  const hosts = new AllowedHosts({ host, names, publicUrl: address.named, keyRequired: keys === 'required' });
  const door = createFrontDoor(originKey, { hosts, address, storage, page: new Page(address.named) });
  const sweeping = setInterval(() => sweep(storage).catch(() => undefined), SWEEP_INTERVAL);
  const stop = async () => {
    clearInterval(sweeping);
    door.closeAllConnections();
    await new Promise((resolve) => door.close(resolve));
    await converter.stop();
    await jobs.stop();
    await webhooks?.stop();
    storage.close();
    await removeFolder(folder);
  };
  try {
    await new Promise<void>((resolve, reject) => door.once('error', reject).listen(port, host, BACKLOG, resolve));
  } catch (error) {
    await stop();
    throw error;
  }
  address.port = (door.address() as AddressInfo).port;
  const origin = `http://localhost:${address.port}`;
  const warmUp = () => {
    warmUpDetection();
    converter.warmUp();
  };
  return { origin, files: join(folder, 's3'), engines, makeKey: keepKey, warmUp, stop };
}

async function keepKey(settings: KeySettings): Promise<string> {
  const { token, key } = makeKey(settings);
  await callerStores().keys.put(key);
  return token;
}

/** Deletes expired files and records. */
async function sweep(storage: LocalStorage): Promise<void> {
  await sweepFiles().finally(() => storage.removeExpired());
}
