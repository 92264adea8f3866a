import { smokeTest } from '../../smoke/smoke-test.ts';
import { ENVIRONMENT, readEnvironment } from '../environment.ts';
import { logger } from '../logger.ts';

/**
 * Runs on a schedule: does the smoke test through the public address, with the engines that are deployed. It fails when
 * a step did, which the metric of failed calls shows; its log says which.
 */
export const handler = async (): Promise<void> => {
  const engines = readEnvironment(ENVIRONMENT.engines).split(',');
  const failed: string[] = [];
  const apiKey = process.env[ENVIRONMENT.canaryKey];
  const steps = smokeTest(readEnvironment(ENVIRONMENT.serviceUrl), { engines, apiKey });
  for await (const { name, milliseconds, fault } of steps) {
    // The files are the smoke test's own, and so are the names.
    if (fault) logger.error('A step of the smoke test failed', { step: name, milliseconds, fault });
    else logger.info('A step of the smoke test went well', { step: name, milliseconds });
    if (fault) failed.push(name);
  }
  if (failed.length > 0) throw new Error(`The smoke test failed: ${failed.join('; ')}`);
};
