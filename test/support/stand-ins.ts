import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { NO_METER } from '../../functions/conversion/job-meter.ts';
import { ENGINES } from '../../functions/engines/index.ts';
import { removeFolder } from '../../functions/sandbox/remove-folder.ts';
import { useMeter } from '../../functions/services/meter.ts';
import { useJailedEngines } from '../../local/engines.ts';
import { makeServiceFolder } from '../../local/service-folder.ts';
import type { OtherBuckets } from '../stand-ins/s3-door.ts';
import { type StandIns, startStandIns } from '../stand-ins/stand-ins.ts';
import { testPrograms } from './test-programs.ts';

/**
 * Starts the stand-ins for AWS for the tests of a file, sets the environment of the functions, and makes them use the engines
 * of this machine.
 */
export function useStandIns(others?: OtherBuckets) {
  let folder = '';
  let standIns: StandIns;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    folder = await makeServiceFolder();
    standIns = await startStandIns(folder, undefined, undefined, others);
    Object.assign(process.env, standIns.environment);
    useMeter(NO_METER);
    const converter = useJailedEngines(ENGINES, standIns.bucket, {
      folder: join(folder, 'hosts'),
      programs: await testPrograms(),
    });
    stop = async () => {
      await converter.stop();
      await standIns.stop();
      await removeFolder(folder);
    };
  });
  afterAll(() => stop());
  return {
    get standIns() {
      return standIns;
    },
    get folder() {
      return folder;
    },
    get files() {
      return join(folder, 's3');
    },
  };
}
