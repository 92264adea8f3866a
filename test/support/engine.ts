import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import type { Options } from '../../functions/conversion/options.ts';
import type { Quality } from '../../functions/conversion/quality.ts';
import type { Engine, EngineJob, EngineResult } from '../../functions/engines/engine.ts';
import { HostPool } from '../../functions/sandbox/host-pool.ts';
import { removeFolder } from '../../functions/sandbox/remove-folder.ts';
import { makeServiceFolder } from '../../local/service-folder.ts';
import { testPrograms } from './test-programs.ts';

const pools = new Map<string, HostPool>();
let folder: Promise<string> | undefined;

// What measures, outside of tests, ends them itself.
if (process.env.VITEST) afterAll(stopEngines);

/** A job of a test, with defaults. */
export type TestJob = Omit<EngineJob, 'options'> & { readonly options?: Options };

/** Converts a file with the real engine in its jail. @returns the path of the result */
export async function convertWith(engine: Engine, job: TestJob): Promise<EngineResult> {
  const { sourcePath, sourceFormat, targetFormat, quality, options = {}, onProgress, handsOver } = job;
  return (await poolOf(engine)).convert(
    { sourceFormat, targetFormat, quality, options, ...(handsOver && { handsOver }) },
    async () => readFileSync(sourcePath),
    async (_, { format, content }) => {
      const path = join(job.folder, `result.${format}`);
      await writeFile(path, content);
      return { path, format };
    },
    onProgress ? { onProgress } : {},
  );
}

/** The same engine with little processor time for any file, so that endless jobs end soon. */
export function briefly(engine: Engine, seconds = 2): Engine {
  const processorTime = { seconds, secondsForMillion: 0, most: seconds };
  return { ...engine, worker: { ...engine.worker, processorTime } };
}

/** The settings of a conversion besides its formats. */
export interface ConvertSettings {
  readonly quality?: Quality;
  readonly options?: Options;
  readonly onProgress?: (percent: number) => void;
  readonly handsOver?: boolean;
}

/** Converts bytes with the real engine, in a folder below one of the test. */
export function convertContent(
  engine: Engine,
  place: string,
  content: Uint8Array,
  [sourceFormat, targetFormat]: readonly [FormatName, FormatName],
  { quality = 'medium', ...settings }: ConvertSettings = {},
): Promise<EngineResult> {
  const folder = mkdtempSync(join(place, 'job-'));
  const sourcePath = join(folder, 'source');
  writeFileSync(sourcePath, content);
  return convertWith(engine, { sourcePath, sourceFormat, targetFormat, quality, folder, ...settings });
}

export interface ConvertedBytes {
  readonly format: FormatName;
  readonly file: Buffer;
}

/** Converts bytes with the real engine, in a temporary folder. */
export async function convertBytes(
  engine: Engine,
  content: Uint8Array | string,
  formats: readonly [FormatName, FormatName],
  settings: ConvertSettings = {},
): Promise<ConvertedBytes> {
  const folder = mkdtempSync(join(tmpdir(), 'made-'));
  try {
    const { path, format } = await convertContent(engine, folder, Buffer.from(content as string), formats, settings);
    return { format, file: readFileSync(path) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Ends all engines; the next job starts them again. */
export async function stopEngines(): Promise<void> {
  await Promise.all([...pools.values()].map((pool) => pool.stop()));
  pools.clear();
  if (folder) await removeFolder(await folder);
  folder = undefined;
}

/** One pool for all engines of a name that need the same machine, with the bundles that were made before all tests. */
async function poolOf(engine: Engine): Promise<HostPool> {
  folder ??= makeServiceFolder();
  const hosts = join(await folder, 'hosts');
  const options = { folder: hosts, size: Math.min(availableParallelism(), 4), programs: await testPrograms() };
  const key = JSON.stringify([engine.name, engine.worker]);
  const pool = pools.get(key) ?? new HostPool(engine, options);
  pools.set(key, pool);
  return pool;
}
