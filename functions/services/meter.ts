import { buildMeter } from '#aws/meter.ts';
import { provided } from './provided.ts';

/** What counts the jobs that end: CloudWatch's metrics, unless this machine has said what else. */
export const [meter, useMeter] = provided(buildMeter);
