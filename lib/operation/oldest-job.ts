import { type IMetric, MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { jobTime } from '../../functions/conversion/job-times.ts';
import type { ConversionJobs } from '../jobs/conversion-jobs.ts';
import { PERIOD } from './service-metrics.ts';

/**
 * The age of the oldest job of any queue, as a share of the time until its deadline: at 1 it has failed.
 */
export function oldestJob({ queues }: Pick<ConversionJobs, 'queues'>): IMetric {
  const ages = [...queues.values()].map(({ jobs, name }) => ({
    id: `age_${name}`,
    metric: jobs.metricApproximateAgeOfOldestMessage({ statistic: Stats.MAXIMUM, period: PERIOD }),
    longest: jobTime(name),
  }));
  return new MathExpression({
    // A queue that has been empty for hours has no data.
    expression: `MAX([${ages.map(({ id, longest }) => `FILL(${id}, 0) / ${longest}`).join(', ')}])`,
    usingMetrics: Object.fromEntries(ages.map(({ id, metric }) => [id, metric])),
    period: PERIOD,
    label: 'age of the oldest job, as a part of its time',
  });
}
