import { type IMetric, MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { jobTime } from '../../functions/conversion/job-times.ts';
import type { ConversionJobs } from '../jobs/conversion-jobs.ts';
import { PERIOD } from './service-metrics.ts';

/**
 * How old the oldest job of any queue is, as a part of the time in which a job of its queue must be done: at 1 it has
 * failed for its client.
 */
export function oldestJob({ queues }: Pick<ConversionJobs, 'queues'>): IMetric {
  const ages = [...queues.values()].map(({ jobs, name }) => ({
    id: `age_${name}`,
    metric: jobs.metricApproximateAgeOfOldestMessage({ statistic: Stats.MAXIMUM, period: PERIOD }),
    longest: jobTime(name),
  }));
  return new MathExpression({
    // A queue that has been empty for hours has no data, and nobody waits in it.
    expression: `MAX([${ages.map(({ id, longest }) => `FILL(${id}, 0) / ${longest}`).join(', ')}])`,
    usingMetrics: Object.fromEntries(ages.map(({ id, metric }) => [id, metric])),
    period: PERIOD,
    label: 'age of the oldest job, as a part of its time',
  });
}
