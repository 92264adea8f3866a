import { buildMeter } from '#aws/meter.ts';
import { provided } from './provided.ts';

/** Counts the jobs that end: in CloudWatch's metrics, unless this process has set another meter. */
export const [meter, useMeter] = provided(buildMeter);
