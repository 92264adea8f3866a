import { readdirSync } from 'node:fs';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FormatName } from '../../functions/conversion/formats.ts';
import type { EngineWorker } from '../../functions/engines/engine.ts';
import { HostPool, type HostPoolOptions, type PoolOptions } from '../../functions/sandbox/host-pool.ts';
import { removeFolder } from '../../functions/sandbox/remove-folder.ts';
import { makeServiceFolder } from '../../local/service-folder.ts';
import type { Task } from '../sandbox/host-under-test.ts';
import { testPrograms, UNDER_TEST } from './test-programs.ts';

/** Hosts of an engine that runs the commands in its source; they are ended after each test. */
export interface HostsUnderTest {
  run(task: Task, options?: PoolOptions & { readonly format?: FormatName }): Promise<unknown>;
  folders(): string[];
  /** The folder of the service that has them. */
  readonly folder: string;
  readonly pool: HostPool;
}

const made: { readonly pool: HostPool; readonly folder: string }[] = [];

/** Makes hosts with such limits. */
export async function hostsUnderTest(
  worker: Partial<EngineWorker> = {},
  size = 1,
  options: Partial<HostPoolOptions> = {},
): Promise<HostsUnderTest> {
  const folder = await makeServiceFolder();
  const engine = { ...UNDER_TEST, worker: { ...UNDER_TEST.worker, ...worker } };
  const programs = worker.program ? undefined : await testPrograms();
  const pool = new HostPool(engine, { folder: `${folder}/hosts`, size, programs, ...options });
  made.push({ pool, folder });
  const order = { targetFormat: 'png', quality: 'medium', options: {} } as const;
  return {
    pool,
    folder,
    folders: () => readdirSync(`${folder}/hosts`),
    run: (task, { format = 'txt', ...options } = {}) =>
      pool.convert(
        { ...order, sourceFormat: format },
        async () => Buffer.from(JSON.stringify(task)),
        async (_, { content }) => JSON.parse(await text(Readable.from(content))) as unknown,
        options,
      ),
  };
}

export async function endHosts(): Promise<void> {
  for (const { pool, folder } of made.splice(0)) {
    await pool.stop();
    await removeFolder(folder);
  }
}
