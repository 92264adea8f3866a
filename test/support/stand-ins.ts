import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { startStandIns } from '../../local/stand-ins.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Starts what stands in for AWS for the tests of a file, and sets the variables with which the functions find it. */
export function useStandIns(): { readonly folder: string; readonly files: string } {
  const folder = temporaryFolder();
  const files = join(folder, 's3');
  let stop: () => Promise<void>;
  beforeAll(async () => {
    const standIns = await startStandIns(files);
    stop = () => standIns.stop();
    Object.assign(process.env, standIns.environment);
  });
  afterAll(() => stop());
  return { folder, files };
}
